import type { StateMachine } from '../../../common/state-machine.js';
import { describedEnum } from '../../../platform/graphql/described-enum.js';
import type { AttemptReason } from '../domain/attempt-reason.js';
import { ATTEMPT_STATES, type AttemptState } from '../domain/attempt-state.js';
import type { PayoutBlock, PayoutLimitKind } from '../domain/payout-limit-kind.js';
import type { ApprovalReason, PayoutStatus } from '../domain/payout-status.js';
import { SUBMISSION_STATES } from '../domain/submission-state.js';
import type { PayoutSet, PayoutSortField } from '../persistence/payouts-page.query.js';

// Readers never see ACCEPTED: once the provider has a payout, they see the provider's status.
const { ACCEPTED: _accepted, ...statesOfOurs } = meaningsOf(SUBMISSION_STATES);

export const PayoutStatusEnum = describedEnum<PayoutStatus>({
  name: 'PayoutStatus',
  description: "Status of a payout: Purser's until the provider has it, then the provider's, translated.",
  values: {
    ...statesOfOurs,
    CREATED: 'The provider has it, and has not started to pay.',
    PROCESSING: 'The provider is paying it.',
    COMPLETED: 'The recipient was paid. It is still read back for a month, because it may be corrected.',
    FAILED: 'The provider could not pay it.',
    CANCELED: 'It was canceled at the provider.',
    EXPIRED: 'The provider did not pay it in time.',
    UNRECOGNIZED:
      'The provider returned a status that Purser does not know. An alarm is raised, and polling continues.',
  },
});

export const PayoutAttemptStateEnum = describedEnum<AttemptState>({
  name: 'PayoutAttemptState',
  description: 'State of one call to the provider.',
  values: meaningsOf(ATTEMPT_STATES),
});

export const PayoutAttemptReasonEnum = describedEnum<Uppercase<AttemptReason>>({
  name: 'PayoutAttemptReason',
  description: 'Reason why a call to the provider ended as it did.',
  values: {
    RESPONSE: 'Accepted: the answer said so.',
    CALLBACK_URL: "Accepted: a read-back carries the attempt's own callback URL.",
    WEBHOOK_AT_TOKEN: "Accepted: a webhook arrived at the attempt's own URL, and its read-back matches.",
    OPERATOR_BOUND: 'Accepted: one person named the id, another confirmed it, and its read-back matches.',
    REFUSED: 'The provider refused it.',
    CLAIM_EXPIRED: 'Not sent: its claim was too old, or another replica had ended it.',
    COMMIT_NOT_ACKNOWLEDGED: 'Not sent: the database did not acknowledge the commit in time.',
    JOURNAL_NOT_WRITTEN: 'Not sent: the journal of sent payouts could not be written.',
    DNS_FAILURE: "Not sent: the provider's host name did not resolve.",
    CONNECT_FAILURE: 'Not sent: the connection failed.',
    TLS_FAILURE: 'Not sent: the TLS handshake failed.',
    CONNECT_TIMEOUT: 'Not sent: the provider accepted no connection in time.',
    WINDOW_OVER: 'Not sent: all connections were in use, or the process was suspended, until it was too late.',
    REQUEST_UNSENDABLE: 'Not sent: the request contains something that cannot be sent.',
    CIRCUIT_OPEN: 'Not sent: too many calls in a row had failed.',
    CREDENTIALS_REFUSED: 'Not processed: the provider refused the token or the address, whatever the request.',
    BALANCE_REFUSED: "Not processed: the provider's balance does not cover it.",
    BUDGET_EXHAUSTED: 'Not sent: no slot of the request budget was free in time.',
    BUDGET_UNAVAILABLE: 'Not sent: the shared request budget failed.',
    TIMED_OUT: 'Unknown: no complete answer came in time.',
    CONNECTION_LOST: 'Unknown: the connection broke.',
    HTTP_STATUS: 'Unknown: the HTTP status neither accepts nor refuses.',
    TOO_LARGE: 'Unknown: the answer was too large to be read.',
    MALFORMED: 'Unknown: the answer does not match the interface.',
    ECHO_MISMATCH: 'Unknown: the answer describes another payout than was requested.',
    ID_TAKEN: 'Unknown: the answer names the id of another payout.',
    DEADLINE: 'Unknown: the process that sent it recorded no answer in time.',
    BINDING_DISPROVED: 'Unknown: the id it was bound to belongs to another payout.',
    CLOSED_BY_TWO_PEOPLE: 'Two people found that the provider does not have it.',
  },
});

export const PayoutApprovalReasonEnum = describedEnum<ApprovalReason>({
  name: 'PayoutApprovalReason',
  description: "Reason why a payout needs a person's approval before it is sent.",
  values: {
    POSSIBLE_DUPLICATE:
      'The same recipient was or is about to be paid the same amount in the same currency within a day.',
    POLICY:
      'The policy for its account, currency and amount requires approval. Callers who neither approve payouts nor see recipients see POLICY for every reason except a lapsed approval and a duplicate of their own payout.',
    APPROVAL_LAPSED: 'The approval expired, or its key was revoked, before the payout was sent.',
    DATABASE_RESTORED: 'The database was replaced, and the payout may repeat one that it lost.',
  },
});

export const PayoutLimitKindEnum = describedEnum<PayoutLimitKind>({
  name: 'PayoutLimitKind',
  description: 'Kind of a limit of payouts.',
  values: {
    LARGEST_PAYOUT: 'Largest amount of one payout.',
    DAILY_SUM: 'Largest sum of the payouts of one UTC day.',
    DAILY_SUM_PER_MAKER: 'Largest sum of the payouts of one UTC day that one key or person made.',
    DAILY_COUNT_PER_RECIPIENT: 'How often one recipient may be paid in a UTC day.',
  },
});

export const PayoutBlockEnum = describedEnum<PayoutBlock>({
  name: 'PayoutBlock',
  description: 'Why a payout is blocked.',
  values: {
    LARGEST_PAYOUT: 'The limit on the amount of one payout.',
    DAILY_SUM: 'The limit on the sum of the payouts of one UTC day.',
    DAILY_SUM_PER_MAKER: 'The limit on the sum of the payouts of one UTC day that one key or person made.',
    DAILY_COUNT_PER_RECIPIENT: 'The limit on how often one recipient is paid in a UTC day.',
    MAY_HAVE_BEEN_SENT:
      'The provider has a payment of the same amount to the same recipient that belongs to no payout here. ' +
      'Bind the payout to the payment, or close the lost payment, before the payout can be sent.',
  },
});

export const PayoutSetEnum = describedEnum<PayoutSet>({
  name: 'PayoutSet',
  description: 'Payouts that people have to look at.',
  values: {
    UNCONFIRMED: 'It may or may not have reached the provider.',
    OVERDUE: 'The provider has had it for more than an hour, and it is not final.',
    CORRECTED: 'The provider changed a final status afterwards.',
    AWAITING_APPROVAL: 'It waits for approval.',
    LIMITED: 'It is approved, and a limit or a lost payment blocks it; `blockedBy` says which.',
    PROBLEM: 'It has a problem for operators.',
  },
});

export const PayoutSortFieldEnum = describedEnum<PayoutSortField>({
  name: 'PayoutSortField',
  description: 'Field that a list of payouts is sorted by.',
  values: {
    CREATED_AT: 'When it was created.',
    UPDATED_AT: 'When it last changed.',
    AMOUNT: 'The amount, whatever the currency.',
  },
});

function meaningsOf<State extends string>(machine: StateMachine<State>): Readonly<Record<State, string>> {
  const states = Object.keys(machine) as State[];
  return Object.fromEntries(states.map((state) => [state, machine[state].meaning])) as Record<State, string>;
}
