/** Limits of pages that are made (docs/reliability.md, FLT-16): each must be missed by a test when it is gone. */
import { change, type Mutation } from './mutation.ts';

const JOINT = 'server/http/pages/joint-making.ts';
const JOINT_TEST = 'server/http/pages/joint-making.test.ts';
const HTTP_FLOODS = 'test/integration/http-floods.test.ts';

export const pageFloodMutations: readonly Mutation[] = [
  change(
    'who asks for a page that a flood waits for waits with the flood',
    JOINT,
    ['this.askers.size >= MOST_PLACES || this.askers.has(asker)', 'this.askers.size > 0'],
    [JOINT_TEST, 'at its own turn'],
  ),
  change(
    'each of a thousand who ask for a page takes a place in the queue',
    JOINT,
    ['const MOST_PLACES = 16;', 'const MOST_PLACES = 16_000;'],
    [JOINT_TEST, 'a thousand askers sixteen'],
  ),
  change(
    'pages are made in the order in which they were asked for',
    'server/http/pages/page-making.ts',
    [
      'network: widerNetworkOf(request.ip), address: uid > 0 ? `user ${uid}` : networkOf(request.ip)',
      "network: 'all', address: 'all'",
    ],
    [HTTP_FLOODS, 'three hundred pages'],
  ),
  change(
    'pages are made past the limit of an address',
    'server/http/guard/request-count.ts',
    ['await weighCall(request, counting, isDataRequest', 'await counting.count(request, isDataRequest'],
    ['server/http/pages/page-making.test.ts', 'past the limit'],
  ),
  change(
    'who waits for the page of one who is refused tries again and again',
    'server/http/pages/page-cache.ts',
    ['if (isMadeForAnother && !isSecondTry) return', 'if (isMadeForAnother) return'],
    ['server/http/pages/page-cache.test.ts', 'each tries once more'],
  ),
  change(
    'a turn that comes when a page is being made already waits for it',
    JOINT,
    [
      'if (!this.hasBegun) await this.begin();',
      'if (!this.hasBegun) await this.begin(); else await this.made.promise;',
    ],
    [JOINT_TEST, 'is over at once'],
  ),
  change(
    'a place that was lost is not free again',
    JOINT,
    ['    this.askers.delete(asker);\n', ''],
    [JOINT_TEST, 'may take another'],
  ),
  change(
    'pages that wait for data without end keep their places',
    'server/http/pages/page-making.ts',
    ['await endOrTime(making, turnMs);', 'await making;'],
    ['server/http/pages/page-making.test.ts', 'wait for data without end'],
  ),
  change(
    'pages are made for connections that are gone',
    'server/http/pages/page-making.ts',
    ['if (request.raw.socket.destroyed) throw', 'if (request.raw.socket.destroyed && false) throw'],
    ['server/http/pages/page-making.test.ts', 'a connection that is gone'],
  ),
  change(
    'each address has a place for a shared page, so that a network can take all',
    'server/http/pages/page-making.ts',
    ['name: uid > 0 ? `user ${uid}` : widerNetworkOf(request.ip)', 'name: uid > 0 ? `user ${uid}` : request.ip'],
    ['server/http/pages/page-making.test.ts', 'one place for all addresses'],
  ),
];
