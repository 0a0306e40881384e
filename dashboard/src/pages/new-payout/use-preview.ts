import { useEffect, useMemo, useState } from 'react';
import { type CombinedError, useClient, useQuery } from 'urql';
import { malformedFields, type Problem } from '../../api/failure.js';
import type { Answer } from '../../live/problems.js';
import { type PayoutInput, type Preview, PREVIEW_PAYOUT } from './new-payout-documents.js';

// Long enough for a pause in typing, and short enough to seem immediate.
const PAUSE_MS = 500;

export interface AskedPreview {
  /** Null if there is no answer. */
  readonly preview: Preview | null;
  readonly answer: Answer;
}

export interface LivePreview extends AskedPreview {
  /** Whether the preview is of the present input. */
  readonly isCurrent: boolean;
}

/** Previews a payout whenever typing pauses. A newer request cancels the older one. */
export function usePreview(input: PayoutInput): LivePreview {
  const asked = isWorthAsking(input) ? JSON.stringify(input) : null;
  const [settled, setSettled] = useState<string | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => {
      setSettled(asked);
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
    };
  }, [asked]);
  const variables = useMemo(
    () => ({ input: { payouts: settled === null ? [] : [JSON.parse(settled) as PayoutInput] } }),
    [settled],
  );
  const [{ data, error, fetching }] = useQuery({ query: PREVIEW_PAYOUT, variables, pause: settled === null });
  const isCurrent = settled !== null && settled === asked && !fetching;
  return { ...toAsked(data?.previewPayouts[0], error), isCurrent };
}

/** Returns a function that previews a payout at once. */
export function useAskPreview(): (input: PayoutInput) => Promise<AskedPreview> {
  const client = useClient();
  return async (input) => {
    const { data, error } = await client.query(PREVIEW_PAYOUT, { input: { payouts: [input] } }).toPromise();
    return toAsked(data?.previewPayouts[0], error);
  };
}

/** A form without its amount or its recipient would only be told so. */
function isWorthAsking({ amount, recipient }: PayoutInput): boolean {
  return amount !== '' && (recipient.requisites ?? '') !== '';
}

function toAsked(preview: Preview | undefined, error: CombinedError | undefined): AskedPreview {
  if (!error) return { preview: preview ?? null, answer: { userErrors: preview?.userErrors ?? [] } };
  const malformed = malformedFields(error).map(toOwn);
  return { preview: null, answer: malformed.length > 0 ? { userErrors: malformed } : { error } };
}

/** Gives a malformed value the path that it has in createPayout. */
function toOwn({ field, message, ...problem }: Problem): Problem {
  const own = (field ?? []).filter((part) => part !== 'payouts' && part !== '0');
  return { ...problem, message: message.replace('.payouts.0.', '.'), field: own };
}
