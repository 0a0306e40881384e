import { useQuery } from 'urql';
import { useAccounts } from '../../api/use-accounts.js';
import { useDeskChanges } from '../../live/desk-feed.js';
import { useText } from '../../text/use-text.js';
import { changeEffect } from './change-effect.js';
import { CURRENT_RULES, type ShownChangeRequest } from './changes-documents.js';

const OF_RULES: ReadonlySet<ShownChangeRequest['kind']> = new Set(['PAYOUT_LIMIT', 'PAYOUT_POLICY']);

/** Says what a change does, compared with the rules in force now. */
export function useChangeEffect(request: ShownChangeRequest): string {
  const text = useText();
  const pause = !OF_RULES.has(request.kind);
  const [{ data }, execute] = useQuery({ query: CURRENT_RULES, pause });
  useDeskChanges(['POLICY'], () => {
    if (!pause) execute();
  });
  const accounts = new Map(useAccounts().map(({ id, name }) => [id, name]));
  return changeEffect(text, request, { rules: data ?? null, accounts });
}
