import { useQuery } from 'urql';
import { useHolds } from '../../api/viewer.js';
import { useDeskChanges } from '../../live/desk-feed.js';
import { CHANGE_REQUESTS, type ShownChangeRequest } from './changes-documents.js';

interface WaitingChanges {
  readonly waiting: readonly ShownChangeRequest[];
  readonly readAgain: () => void;
}

/** Loads the open change requests of some kinds, optionally about one subject. */
export function useWaitingChanges(
  kinds: readonly ShownChangeRequest['kind'][],
  subject: string | null = null,
): WaitingChanges {
  const mayRead = useHolds('payouts:read');
  const variables = { kinds: [...kinds], subject };
  const [{ data }, execute] = useQuery({ query: CHANGE_REQUESTS, variables, pause: !mayRead });
  const readAgain = (): void => {
    if (mayRead) execute();
  };
  useDeskChanges(['CHANGE_REQUEST'], readAgain);
  return { waiting: data?.changeRequests ?? [], readAgain };
}
