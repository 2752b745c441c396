/**
 * Settings of V8 for a program whose thread of trading never rests. They hold for the whole process. A V8 that does not know one goes
 * on without it.
 */
import { setFlagsFromString } from 'node:v8';

/**
 * V8 notes which lines of a program make objects that live long, and makes their later ones among the old objects at once. The answers
 * of the first commands live long, because their keys are remembered; those of all others are dropped within the same turn. Made among the
 * old, each holds what belongs to it, an order of thirty fields, until the whole heap is looked through: collecting took ten times as long.
 */
export function makeAllObjectsYoung(): void {
  setFlagsFromString('--no-allocation-site-pretenuring');
}

/**
 * A command runs through some forty small functions of the core. V8 stops inlining them long before that; with more room it
 * makes one piece of the whole path, a fifth faster (npm run bench:core).
 */
export function inlineWholePaths(): void {
  setFlagsFromString('--max-inlined-bytecode-size=1000');
  setFlagsFromString('--max-inlined-bytecode-size-cumulative=4000');
}

/**
 * The same for the kernel, whose paths are cut into smaller functions still: a seventh faster. V8 makes a function of it fast once and for
 * all, so this is set before the first command of a start, not behind it; the work is done by V8's helpers.
 */
export function inlineKernel(): void {
  setFlagsFromString('--wasm-inlining-budget=40000');
  setFlagsFromString('--wasm-inlining-factor=10');
}
