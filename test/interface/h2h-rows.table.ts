import { type InterfaceRow, row, silence } from './interface-row.js';

const MAPPER = 'src/provider/wire/h2h.mapper.ts';
const ADAPTER = 'src/provider/http-h2h.adapter.ts';
const PROGRESS = 'src/h2h/domain/session-progress.ts';
const STATUS = 'src/h2h/domain/h2h-status.ts';

const HTTP_SPEC = 'src/provider/http-h2h.spec.ts';
const MUTATIONS_SPEC = 'src/provider/wire/h2h-mutations.spec.ts';
const PROGRESS_SPEC = 'src/h2h/domain/session-progress.spec.ts';
const RULES_SPEC = 'test/campaigns/h2h-rules.spec.ts';
const PERMITTED_SPEC = 'test/campaigns/permitted-answers.spec.ts';

/** Statements about cards on the merchant's own page. */
export const H2H_ROWS: readonly InterfaceRow[] = [
  row(
    "the merchant's page collects the card and sends it",
    'src/h2h/submit-card.service.ts',
    'test/campaigns/h2h-cards.spec.ts',
    'no card reaches the bank twice, and no code more often than requested',
  ),
  row(
    'it is enabled per merchant',
    'src/desk/accounts/domain/terminal-profile.ts',
    'test/campaigns/order-methods-terminals.spec.ts',
    'a profile without %s refuses the method before anything is stored or sent',
  ),
  row('the card goes to POST /v1/orders/{orderId}/h2h/card', ADAPTER, HTTP_SPEC, 'sends the documented request once'),
  row('its body is four required texts', MAPPER, MUTATIONS_SPEC, 'contain the card as exactly four fields'),
  row('its answer is the order object', ADAPTER, HTTP_SPEC, 'the answer to a card contains the order'),
  row(
    'the status is read with GET /v1/orders/{orderId}/h2h/status',
    ADAPTER,
    HTTP_SPEC,
    "reads the status by the order's id",
  ),
  row('isSmsRequired is a boolean', MAPPER, MUTATIONS_SPEC, 'is read exactly or is malformed'),
  silence(
    'isSmsRequired may be missing or spelled otherwise',
    MUTATIONS_SPEC,
    '%j is read as %j, and the status is read regardless',
  ),
  row(
    'status is one of six words',
    'src/provider/profile/provider-profile-defaults.ts',
    MUTATIONS_SPEC,
    "$status is the meaning of the provider's $providerStatus",
  ),
  row('a code goes to POST /v1/orders/{orderId}/h2h/code', ADAPTER, HTTP_SPEC, 'sends the documented request once'),
  row('its body is one required text', MAPPER, MUTATIONS_SPEC, 'contain the code as the only field'),
  row(
    'its answer is a success',
    ADAPTER,
    HTTP_SPEC,
    'a success with %s counts as accepted for a code, because no body is documented',
  ),
  silence(
    'the body of that answer is not shown',
    HTTP_SPEC,
    'a success with %s counts as accepted for a code, because no body is documented',
  ),
  row(
    'H2H statuses are no statuses of the order',
    STATUS,
    'test/campaigns/h2h-cards.spec.ts',
    'no card reaches the bank twice, and no code more often than requested',
  ),
  row('INITIALIZING is not final', STATUS, 'src/h2h/domain/h2h-status.spec.ts', 'final statuses have no moves'),
  row('PROCESSING is not final', STATUS, 'src/h2h/domain/h2h-status.spec.ts', 'final statuses have no moves'),
  row('SUCCESS is final, and says nothing of the money', STATUS, PROGRESS_SPEC, 'and no longer asks for a code'),
  row('CANCELLED is final', STATUS, PROGRESS_SPEC, 'and no longer asks for a code'),
  row('FAILED is final', STATUS, PROGRESS_SPEC, 'and no longer asks for a code'),
  row('EXPIRED is final', STATUS, PROGRESS_SPEC, 'and no longer asks for a code'),
  silence(
    'transitions of H2H statuses are not shown',
    'src/h2h/domain/h2h-status.spec.ts',
    'a move from %s to %s is allowed only if the table lists it',
  ),
  row(
    'the status is polled while it is INITIALIZING or PROCESSING',
    'src/h2h/poll-sessions.service.ts',
    RULES_SPEC,
    'a verification shows that status answers are unreadable, and continues once they are readable',
  ),
  row(
    'after SUCCESS the order is waited for or read',
    'src/h2h/session-transitions.ts',
    PERMITTED_SPEC,
    'a card whose verification is answered $answer is followed until its order ends',
  ),
  row(
    'after CANCELLED, FAILED and EXPIRED a new order is made',
    'src/h2h/retry-order.service.ts',
    RULES_SPEC,
    'a failed verification is retried with one new order, however often the retry is requested',
  ),
  row('a code is asked for when isSmsRequired is true', PROGRESS, PROGRESS_SPEC, 'asks the payer once'),
  row(
    'the code endpoint sends no SMS',
    'src/h2h/submit-code.service.ts',
    RULES_SPEC,
    'concurrent requests send one code per round',
  ),
  row(
    'a wrong code is answered with success',
    'src/h2h/submit-code.service.ts',
    PROGRESS_SPEC,
    'starts a new round after each wrong code',
  ),
  row(
    'isSmsRequired that becomes true again means a wrong code',
    PROGRESS,
    PROGRESS_SPEC,
    'takes a code as rejected when the flag returns',
  ),
  row(
    'H2H changes are no webhooks',
    'src/h2h/poll-sessions.service.ts',
    PERMITTED_SPEC,
    'a card whose verification is answered $answer is followed until its order ends',
  ),
];
