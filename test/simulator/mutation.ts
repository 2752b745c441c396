/** A known bug, planted around or into the exchange's code for one simulation: never a switch inside that code. */
import type { CommandBody } from '@agio/core';
import type { EngineLink } from '../../server/engine/connect-engine.ts';
import type { Disk } from '../../server/journal/index.ts';
import type { ProjectedRows } from '../../server/store/projector.ts';
import type { SimTransaction } from './sim-database.ts';

export interface Mutation {
  readonly name: string;
  readonly disk?: (disk: Disk) => Disk;
  readonly rows?: (rows: ProjectedRows<SimTransaction>) => ProjectedRows<SimTransaction>;
  readonly link?: (link: EngineLink) => EngineLink;
  readonly body?: (body: CommandBody) => CommandBody;
  /** Changes classes of the core; answers how to change them back. */
  readonly patch?: () => () => void;
}
