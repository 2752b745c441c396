/** The list of planted bugs in so many parts; `npm test` takes another one each day. */
export const PARTS = 160;
