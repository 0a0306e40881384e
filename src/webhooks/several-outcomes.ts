import type { WebhookOutcome } from './webhook-handler.js';

/** Maximum number of a body's ids to look up. A body with more is not about any particular one. */
export const MAX_NAMED_IDS = 100;

/**
 * Maximum number of objects to read back for one webhook: its event, the object and the object's owner may all have
 * ids.
 */
export const MAX_READS = 5;

type Undecided = Exclude<WebhookOutcome, { readonly kind: 'processed' }>;

/** Outcomes other than `processed`, the most important first: those to retry come before the final one. */
const UNDECIDED: readonly Undecided['kind'][] = ['try_again', 'put_off', 'ignored'];

/**
 * Tries a webhook's ids one after the other until an object is read back.
 * @param notShown note of an outcome for an id that the provider does not show: the least important, because event ids
 * look like that
 * @returns the first processed outcome, or else the one most worth retrying; null if there are no ids
 */
export async function firstProcessed(
  ids: readonly string[],
  tryOne: (id: string) => Promise<WebhookOutcome>,
  notShown: string,
): Promise<WebhookOutcome | null> {
  const outcomes: Undecided[] = [];
  for (const id of ids) {
    const outcome = await tryOne(id);
    if (outcome.kind === 'processed') return outcome;
    outcomes.push(outcome);
  }
  const rank = ({ kind, note }: Undecided): number => (note === notShown ? UNDECIDED.length : UNDECIDED.indexOf(kind));
  return outcomes.sort((one, other) => rank(one) - rank(other))[0] ?? null;
}

/**
 * Reads back every known object that a webhook names.
 * @returns an outcome to retry if there is one, else the first processed, else the first; null if no object is known
 */
export async function allProcessed<Named>(
  known: readonly Named[],
  readBack: (named: Named) => Promise<WebhookOutcome>,
): Promise<WebhookOutcome | null> {
  const outcomes: WebhookOutcome[] = [];
  for (const named of known) outcomes.push(await readBack(named));
  const isOpen = ({ kind }: WebhookOutcome): boolean => kind === 'try_again' || kind === 'put_off';
  return outcomes.find(isOpen) ?? outcomes.find(({ kind }) => kind === 'processed') ?? outcomes[0] ?? null;
}
