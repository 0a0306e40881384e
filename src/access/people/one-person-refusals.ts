import type { Facts } from '../../desk/audit/audit-entry.js';
import { parseUuid } from '../../common/ids.js';
import type { Resolver } from '../../platform/graphql/execution/raw-resolver.js';
import { ONE_PERSON_REFUSALS, type OnePersonRefusal, type RefusedAttempts } from '../authority/refused-attempts.js';

const REFUSAL_CODES: ReadonlySet<unknown> = new Set(ONE_PERSON_REFUSALS);

// Purser's own ids are UUIDs. Anything else in such a field is text from the caller and is not logged.
const ID_FIELD = /^id$|Id$/;

/**
 * Records attempts by one person to do something that takes two. Such refusals are values, which each module words
 * itself and returns as `userErrors`. All mutations pass through here, so no attempt goes unrecorded.
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

/**
 * Returns the results within an answer: a mutation for several objects has one result for each, which contains the
 * object's id.
 */
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

function idsIn(input: unknown): Facts {
  const ids = Object.entries(input ?? {}).filter(
    (entry): entry is [string, string] =>
      ID_FIELD.test(entry[0]) && typeof entry[1] === 'string' && parseUuid(entry[1]) !== null,
  );
  return Object.fromEntries(ids);
}
