/** Where the websockets are. Values only, no schemas: pages import this module. */
export const SOCKET_PATHS = {
  spotPublic: '/web/spot/ws/public',
  spotPrivate: '/web/spot/ws/private',
  futuresPublic: '/futures/ws/public',
  futuresPrivate: '/futures/ws/private',
  messageCenter: '/ws-old/message',
  tradingApi: '/ws-api/v3',
} as const;
