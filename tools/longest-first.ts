/** A sequencer of vitest: the longest files of each group begin first, so that none is left alone with one core at the end. */
import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The slowest of their groups, as `npm test` prints them. Without times of earlier runs vitest goes by the size of files. */
const LONGEST = [
  'core/model/everything.property.test.ts',
  'core/model/spot/spot.property.test.ts',
  'test/simulator/simulator.test.ts',
  'test/integration/adding-a-domain.test.ts',
  'test/integration/faults/backup.test.ts',
  'test/integration/operators/command-line.test.ts',
  'test/e2e/pages.test.ts',
  'test/e2e/chat.test.ts',
  'test/e2e/navigation.test.ts',
  'test/e2e/languages.test.ts',
];

const placeOf = ({ moduleId }: TestSpecification): number => {
  const place = LONGEST.indexOf(relative(process.cwd(), moduleId));
  return place === -1 ? LONGEST.length : place;
};

export default class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).toSorted((a, b) => placeOf(a) - placeOf(b));
  }
}
