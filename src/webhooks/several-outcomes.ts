import type { WebhookOutcome } from './webhook-handler.js';

/** How many ids are looked up here. A body that names more is no webhook about one of them. */
export const MAX_NAMED_IDS = 100;

/** How many objects one webhook has read back: an event, its object, and what that belongs to all have ids. */
export const MAX_READS = 5;

type Undecided = Exclude<WebhookOutcome, { readonly kind: 'processed' }>;

/** Of several outcomes the first of these counts: what may still be learned before what is known. */
const UNDECIDED: readonly Undecided['kind'][] = ['try_again', 'put_off', 'ignored'];

/**
 * Tries the ids that a webhook names, one after the other, until an object is read back.
 *
 * @param notShown the note of an id that the provider does not show: the least of several outcomes, since ids of events
 *   are like that
 * @returns the first outcome that was processed, or the one from which most may still be learned; null without an id
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
 * Reads back every known object that a webhook names: each is a fact.
 *
 * @returns what must be tried again, or else the first outcome; null where none is known
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
