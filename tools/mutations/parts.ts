/** In how many parts the list of planted bugs is cut; `npm test` takes another one each day. */
export const PARTS = 160;
