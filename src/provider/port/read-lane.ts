import type { RequestLane } from '../budget/token-store.js';

/**
 * Why an id is read back: who waits for it, and what a failure counts for.
 *
 * - `interactive`: a person waits, for an id that is bound.
 * - `background`: a schedule or a webhook asks, for an id that is bound.
 * - `named`: an id that is not bound, named by an answer, by a person, or at an address that only the provider knows.
 * - `unverified`: an id that is not bound, and nothing vouches for whoever named it.
 */
export type ReadLane = Exclude<RequestLane, 'changes'> | 'named';
