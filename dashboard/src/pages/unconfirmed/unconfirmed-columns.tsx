import type { Column } from '../../design/columns.js';
import { Status } from '../../design/status.js';
import { actorWords } from '../../text/actor.js';
import { formatAmount } from '../../text/amount.js';
import { Time } from '../../text/time.js';
import type { Text } from '../../text/use-text.js';
import { PAYOUT_TONES } from '../payouts/payout-status.js';
import type { UnconfirmedRow } from './unconfirmed-documents.js';

/** Returns the columns after the first one, which names the payout. A settled payout keeps its row. */
export function unconfirmedColumns(text: Text): readonly Column<UnconfirmedRow>[] {
  return [
    {
      name: 'status',
      title: text('payout.statusName'),
      cell: ({ status }) => <Status tone={PAYOUT_TONES[status]} word={text(`payout.status.${status}`)} />,
    },
    {
      name: 'since',
      title: text('unconfirmed.since'),
      cell: ({ attempts }) => {
        const last = attempts.at(-1);
        return last && <Time at={last.outcomeAt ?? last.deadlineAt} />;
      },
    },
    {
      name: 'amount',
      title: text('payout.amount'),
      isNumber: true,
      isOrdered: true,
      cell: ({ amount, currency }) => formatAmount(amount, currency),
    },
    { name: 'recipient', title: text('payout.recipient'), cell: ({ recipient }) => recipient.requisites },
    { name: 'destination', title: text('payout.destination'), cell: ({ destination }) => destination },
    {
      name: 'attempt',
      title: text('unconfirmed.attempt'),
      isNumber: true,
      cell: ({ attempts }) => attempts.at(-1)?.number,
    },
    {
      name: 'proposal',
      title: text('unconfirmed.proposal'),
      cell: ({ changeRequest }) =>
        changeRequest && text('unconfirmed.proposedBy', { name: actorWords(changeRequest.proposedBy) }),
    },
    {
      name: 'created',
      title: text('payout.created'),
      isOrdered: true,
      cell: ({ createdAt }) => <Time at={createdAt} />,
    },
  ];
}
