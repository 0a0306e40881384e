import type { Facts } from '../../desk/audit/audit-entry.js';
import { parseUuid } from '../../common/ids.js';
import type { Resolver } from '../../platform/graphql/execution/raw-resolver.js';
import { ONE_PERSON_REFUSALS, type OnePersonRefusal, type RefusedAttempts } from '../authority/refused-attempts.js';

const REFUSAL_CODES: ReadonlySet<unknown> = new Set(ONE_PERSON_REFUSALS);

// Ids are UUIDs of Purser's; whatever else stands in such a field is a text of the caller's, which has no place in the
// log.
const ID_FIELD = /^id$|Id$/;

/**
 * Notes that one person tried what takes two. Such refusals are values, which each module words for itself and every
 * mutation answers as `userErrors`; here they all come by, so that none is noted in one place and forgotten in another.
 */
export function withRefusalsNoted(refusals: RefusedAttempts, resolve: Resolver): Resolver {
  return async (source, args, context, info) => {
    const answer: unknown = await resolve(source, args, context, info);
    const { caller, clientAddress, requestId } = context;
    if (!caller) return answer;
    const { input } = args as { readonly input?: unknown };
    for (const [part, ids] of [[answer, input], ...resultsIn(answer).map((result) => [result, result])]) {
      const why = refusalIn(part);
      if (why === null) continue;
      refusals.note({ caller, clientAddress, requestId, operation: info.fieldName, why, facts: idsIn(ids) });
    }
    return answer;
  };
}

/** The answers to the single parts of a mutation that does several; each names its own subject. */
function resultsIn(answer: unknown): readonly unknown[] {
  if (typeof answer !== 'object' || answer === null || !('results' in answer)) return [];
  return Array.isArray(answer.results) ? answer.results : [];
}

function refusalIn(answer: unknown): OnePersonRefusal | null {
  if (typeof answer !== 'object' || answer === null || !('userErrors' in answer)) return null;
  const errors = answer.userErrors as readonly { readonly code?: unknown }[];
  const refusal = errors.find(({ code }) => REFUSAL_CODES.has(code));
  return refusal ? (refusal.code as OnePersonRefusal) : null;
}

/** The subject, as far as the input says. */
function idsIn(input: unknown): Facts {
  const ids = Object.entries(input ?? {}).filter(
    (entry): entry is [string, string] =>
      ID_FIELD.test(entry[0]) && typeof entry[1] === 'string' && parseUuid(entry[1]) !== null,
  );
  return Object.fromEntries(ids);
}
