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
  description:
    "Status of a payout: Purser's own status until the provider has the payout, then the provider's status, translated.",
  values: {
    ...statesOfOurs,
    CREATED: 'The provider has the payout, and has not started to pay it.',
    PROCESSING: 'The provider is paying the payout.',
    COMPLETED:
      'The recipient was paid. Purser still reads the payout back for a month, because the provider may correct it.',
    FAILED: 'The provider could not pay the payout.',
    CANCELED: 'The payout was canceled at the provider.',
    EXPIRED: 'The provider did not pay the payout in time.',
    UNRECOGNIZED:
      'The provider returned a status that Purser does not know. An alarm is raised, and polling continues.',
  },
});

export const PayoutAttemptStateEnum = describedEnum<AttemptState>({
  name: 'PayoutAttemptState',
  description: 'State of an attempt to send a payout.',
  values: meaningsOf(ATTEMPT_STATES),
});

export const PayoutAttemptReasonEnum = describedEnum<Uppercase<AttemptReason>>({
  name: 'PayoutAttemptReason',
  description: 'The reason for the outcome of an attempt. Each text begins with the outcome.',
  values: {
    RESPONSE: "Accepted: the provider's answer said so.",
    CALLBACK_URL: "Accepted: a read-back shows the attempt's own callback URL.",
    WEBHOOK_AT_TOKEN: "Accepted: a webhook arrived at the attempt's own callback URL, and the read-back matches.",
    OPERATOR_BOUND: "Accepted: one person named the provider's id, another confirmed it, and the read-back matches.",
    REFUSED: 'Rejected: the provider refused the payout.',
    CLAIM_EXPIRED: 'Not sent: the claim was too old, or another replica had ended it.',
    COMMIT_NOT_ACKNOWLEDGED: 'Not sent: the database did not acknowledge the commit in time.',
    JOURNAL_NOT_WRITTEN: 'Not sent: the journal of sent payouts could not be written.',
    DNS_FAILURE: "Not sent: the provider's host name did not resolve.",
    CONNECT_FAILURE: 'Not sent: the connection failed.',
    TLS_FAILURE: 'Not sent: the TLS handshake failed.',
    CONNECT_TIMEOUT: 'Not sent: the connection to the provider was not established in time.',
    WINDOW_OVER: 'Not sent: it was too late to send, because all connections were in use or the process was suspended.',
    REQUEST_UNSENDABLE: 'Not sent: the request contains something that cannot be sent.',
    CIRCUIT_OPEN: 'Not sent: the circuit breaker was open, because too many earlier calls in a row had failed.',
    CREDENTIALS_REFUSED:
      "Not processed: the provider refused the token or Purser's address, regardless of the request.",
    BALANCE_REFUSED: 'Not processed: the balance at the provider does not cover the payout.',
    BUDGET_EXHAUSTED: 'Not sent: no slot in the request budget became free in time.',
    BUDGET_UNAVAILABLE: 'Not sent: the store of the shared request budget was unavailable.',
    TIMED_OUT: 'Unknown: no complete answer arrived in time.',
    CONNECTION_LOST: 'Unknown: the connection broke before the provider answered.',
    HTTP_STATUS: 'Unknown: the HTTP status says neither that the payout was accepted nor that it was refused.',
    TOO_LARGE: 'Unknown: the answer was too large to read.',
    MALFORMED: 'Unknown: the answer does not have the documented format.',
    ECHO_MISMATCH: 'Unknown: the answer describes a different payout from the one requested.',
    ID_TAKEN: "Unknown: the answer names a provider's id that belongs to another payout.",
    DEADLINE: 'Unknown: the process that made the call recorded no answer in time.',
    BINDING_DISPROVED: "Unknown: the provider's id that the attempt was bound to belongs to another payout.",
    CLOSED_BY_TWO_PEOPLE: 'Closed: two people found that the provider does not have the payout.',
  },
});

export const PayoutApprovalReasonEnum = describedEnum<ApprovalReason>({
  name: 'PayoutApprovalReason',
  description: "Reason why a payout needs a person's approval before it is sent.",
  values: {
    POSSIBLE_DUPLICATE:
      'Another payout has paid, or is about to pay, the same recipient the same amount in the same currency within a day.',
    POLICY:
      "The policy for the payout's account, currency and amount requires approval. Callers who may neither approve payouts nor see recipients also see POLICY in place of other reasons, except for a lapsed approval or a possible duplicate of their own payout.",
    APPROVAL_LAPSED: "An approval expired, or the approver's key was revoked, before the payout was sent.",
    DATABASE_RESTORED:
      'The database was replaced, and the payout may duplicate one that was lost with the old database.',
  },
});

export const PayoutLimitKindEnum = describedEnum<PayoutLimitKind>({
  name: 'PayoutLimitKind',
  description: 'Kind of a payout limit.',
  values: {
    LARGEST_PAYOUT: 'Maximum amount of a single payout.',
    DAILY_SUM: 'Maximum total amount of payouts sent in a UTC day.',
    DAILY_SUM_PER_MAKER: 'Maximum total amount sent in a UTC day for payouts that one key or person created.',
    DAILY_COUNT_PER_RECIPIENT: 'Maximum number of payouts sent to one recipient in a UTC day.',
  },
});

export const PayoutBlockEnum = describedEnum<PayoutBlock>({
  name: 'PayoutBlock',
  description: 'Why a payout is blocked.',
  values: {
    LARGEST_PAYOUT: 'The limit on the amount of a single payout.',
    DAILY_SUM: 'The limit on the total amount of payouts sent in a UTC day.',
    DAILY_SUM_PER_MAKER: 'The limit on the total amount sent in a UTC day for payouts that one key or person created.',
    DAILY_COUNT_PER_RECIPIENT: 'The limit on the number of payouts sent to one recipient in a UTC day.',
    MAY_HAVE_BEEN_SENT:
      "The provider has a payment of the same amount to the same recipient that matches none of Purser's payouts. The payout can be sent only after it is bound to this payment, or the lost payment is closed.",
  },
});

export const PayoutSetEnum = describedEnum<PayoutSet>({
  name: 'PayoutSet',
  description: 'A set of payouts that people need to look at.',
  values: {
    UNCONFIRMED: 'The payout may or may not have reached the provider.',
    OVERDUE: 'The provider has had the payout for more than an hour, and its status is not final.',
    CORRECTED: "The provider changed the payout's status after it was final.",
    AWAITING_APPROVAL: 'The payout is waiting for approval.',
    LIMITED: 'The payout is approved, but a limit or a lost payment blocks it; `blockedBy` says which.',
    PROBLEM: 'The payout has a problem for operators.',
  },
});

export const PayoutSortFieldEnum = describedEnum<PayoutSortField>({
  name: 'PayoutSortField',
  description: 'Field that a list of payouts is sorted by.',
  values: {
    CREATED_AT: 'By the time of creation.',
    UPDATED_AT: 'By the time of the last change.',
    AMOUNT: 'By amount, regardless of currency.',
  },
});

function meaningsOf<State extends string>(machine: StateMachine<State>): Readonly<Record<State, string>> {
  const states = Object.keys(machine) as State[];
  return Object.fromEntries(states.map((state) => [state, machine[state].meaning])) as Record<State, string>;
}
