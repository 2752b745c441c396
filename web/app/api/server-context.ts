import type { ServerContext } from '@agio/contracts/server-context';
import { createContext } from 'react-router';

/** What the server gives to the loaders of one request. */
export const serverContext = createContext<ServerContext>();
