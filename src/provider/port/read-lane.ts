import type { RequestLane } from '../budget/token-store.js';

/**
 * Why an id is read back, which decides who waits and what a failure affects.
 * - `interactive`: a person waits for a bound id.
 * - `background`: a schedule or a webhook reads a bound id.
 * - `named`: an unbound id from an answer, from a person, or from a webhook to a URL that only the provider has.
 * - `unverified`: an unbound id from an unknown sender.
 */
export type ReadLane = Exclude<RequestLane, 'changes'> | 'named';
