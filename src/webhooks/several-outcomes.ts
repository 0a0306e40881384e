import type { WebhookOutcome } from './webhook-handler.js';

/** How many ids of a body are looked up. A body with more is not about one of them. */
export const MAX_NAMED_IDS = 100;

/** How many objects of one webhook are read back: events, their objects and owners all have ids. */
export const MAX_READS = 5;

type Undecided = Exclude<WebhookOutcome, { readonly kind: 'processed' }>;

/** The first of these counts: undecided before decided. */
const UNDECIDED: readonly Undecided['kind'][] = ['try_again', 'put_off', 'ignored'];

/**
 * Tries a webhook's ids one after the other until an object is read back.
 * @param notShown note for an id that the provider does not show: the weakest outcome, because event ids look like that
 * @returns the first processed outcome, or the one from which most may still be learned; null without an id
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
 * @returns the outcome to retry, or else the first; null if no object is known
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
