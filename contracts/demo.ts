/** The people of a demo whose log-ins everybody may use. An exchange that is no demo has no such accounts. */
export const DEMO_LOG_INS = [
  { name: 'Alice', email: 'alice@demo.agio.example', password: 'alice-trades-here' },
  { name: 'Bob', email: 'bob@demo.agio.example', password: 'bob-trades-here' },
] as const;
