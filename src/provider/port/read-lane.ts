import type { RequestLane } from '../budget/token-store.js';

/**
 * Why an id is read back: who waits for it, and what a failure affects.
 * - `interactive`: a person waits for a bound id.
 * - `background`: a schedule or a webhook reads a bound id.
 * - `named`: an unbound id, from an answer, a person, or an address that only the provider knows.
 * - `unverified`: an unbound id from an unknown sender.
 */
export type ReadLane = Exclude<RequestLane, 'changes'> | 'named';
