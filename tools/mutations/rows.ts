/** How events become rows, in few transactions and by COPY (decision 079): each must be missed by a test when it is wrong. */
import { change, type Mutation } from './mutation.ts';

const PROJECTOR = 'server/store/projector.ts';
const PROJECTOR_TEST = 'server/store/projector.test.ts';
const NEW = 'server/store/insert-rows.ts';
const COPIED = 'server/postgres/copy-rows.ts';
const NEW_ROWS = 'test/integration/trading/new-rows.test.ts';

export const rowMutations: readonly Mutation[] = [
  change(
    'events that come while others are written are a transaction each',
    PROJECTOR,
    ['if (mayGather()) await pause.begin();', ''],
    [PROJECTOR_TEST, 'the first event after a silence'],
  ),
  change(
    'who waits for rows waits until a transaction has gathered its events',
    PROJECTOR,
    ['        onWait();\n', ''],
    [PROJECTOR_TEST, 'who waits for rows does not wait'],
  ),
  change(
    'a stop waits until a transaction has gathered its events',
    PROJECTOR,
    ['      isClosing = true;\n      pause.end();\n', ''],
    [PROJECTOR_TEST, 'a stop, and a doubt'],
  ),
  change(
    'a text with a tab becomes two values of its row',
    COPIED,
    ['text.replace(/[\\\\\\n\\r\\t]/g, ', 'text.replace(/[\\\\\\n\\r]/g, '],
    [NEW_ROWS, 'texts of any characters'],
  ),
  change(
    'nothing is copied as an empty text',
    COPIED,
    [
      "if (value === null || value === undefined) return '\\\\N';",
      "if (value === null || value === undefined) return '';",
    ],
    [NEW_ROWS, 'texts of any characters'],
  ),
  change(
    'a copy that meets a row leaves its transaction broken',
    NEW,
    ['    await sql`rollback to savepoint copied`.execute(tx);\n', ''],
    [NEW_ROWS, 'a copy that meets a row'],
  ),
  change(
    'a copy that meets a row counts as done',
    NEW,
    ['    return false;', '    return true;'],
    [NEW_ROWS, 'rows that are there already'],
  ),
  change(
    'a copy that fails for another reason is passed over',
    NEW,
    ['.code !== UNIQUE_VIOLATION) throw error;', '.code !== UNIQUE_VIOLATION) return true;'],
    [NEW_ROWS, 'what COPY cannot store'],
  ),
  change(
    'a copy that was refused goes on sending, into the next query of its connection',
    COPIED,
    ['    this.isRefused = true;\n', ''],
    [NEW_ROWS, 'a copy that the database refuses'],
  ),
];
