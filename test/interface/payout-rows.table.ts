import { type InterfaceRow, row, silence } from './interface-row.js';

const MAPPER = 'src/provider/wire/payout.mapper.ts';
const SCHEMA = 'src/provider/wire/payout.schema.ts';
const ADAPTER = 'src/provider/http-payouts.adapter.ts';
const DEFAULTS = 'src/provider/profile/provider-profile-defaults.ts';
const LISTS = 'src/provider/wire/payout-lists.mapper.ts';
const DETAILS = 'src/desk/provider-details/provider-details.service.ts';
const STATUS = 'src/payouts/core/domain/payout-status.ts';

const MAPPER_SPEC = 'src/provider/wire/payout.mapper.spec.ts';
const CREATE_SPEC = 'src/provider/http-payouts-create.spec.ts';
const READ_SPEC = 'src/provider/http-payouts-read.spec.ts';
const FORMS_SPEC = 'src/provider/http-answer-forms.spec.ts';
const LISTS_SPEC = 'src/provider/wire/payout-lists.mapper.spec.ts';
const ROUTES_SPEC = 'test/e2e/payout-destinations.spec.ts';
const VALIDATION_SPEC = 'src/payouts/destinations/payout-validation.spec.ts';
const WORDS_SPEC = 'src/provider/profile/status-words.spec.ts';
const POLLING_SPEC = 'test/e2e/payout-polling.spec.ts';
const PAYOUTS_SPEC = 'test/e2e/payouts.spec.ts';
const WEBHOOKS_SPEC = 'test/e2e/payout-webhooks.spec.ts';
const ADDRESSES_SPEC = 'test/e2e/payout-webhook-addresses.spec.ts';
const DETAILS_SPEC = 'test/integration/provider-details.spec.ts';
const STATES_SPEC = 'src/payouts/core/domain/payout-states.spec.ts';
const PERMITTED_SPEC = 'test/campaigns/permitted-answers.spec.ts';

/** Statements about payouts: the request, the object, statuses and tracking. */
export const PAYOUT_ROWS: readonly InterfaceRow[] = [
  row('a payout is created with POST /v1/payouts', ADAPTER, CREATE_SPEC, 'sends the documented request once'),
  row(
    'one endpoint serves every destination',
    ADAPTER,
    ROUTES_SPEC,
    'a payout of %s is accepted, and recorded at the provider as requested',
  ),
  row(
    "payouts are taken from the merchant's balance",
    'src/desk/ledger/ledger.service.ts',
    'test/e2e/ledger.spec.ts',
    'records payouts that are paid, refused, failed and corrected',
  ),
  row(
    'the balance must be sufficient before',
    'src/payouts/requests/record-payout.service.ts',
    'test/e2e/ledger.spec.ts',
    'refuses a payout that is not covered, records nothing, and accepts the same request once funded',
  ),
  silence(
    'the answer to an insufficient balance is not described',
    CREATE_SPEC,
    'takes the list of definite refusals from the profile',
  ),
  // The request.
  row('amount is a number', MAPPER, MAPPER_SPEC, 'writes every amount exactly, whatever the other fields contain'),
  row('currency is ISO 4217', MAPPER, MAPPER_SPEC, 'contains exactly what was requested'),
  row(
    'paymentType depends on the destination',
    DEFAULTS,
    MAPPER_SPEC,
    "translates the payment type %s to the profile's word",
  ),
  row('account is required', MAPPER, MAPPER_SPEC, 'contains exactly what was requested'),
  row(
    'serviceId is a number of the list of services',
    MAPPER,
    ROUTES_SPEC,
    'a payout names the id of a service from payoutServices',
  ),
  row(
    'without serviceId the default service is used, which must be checked',
    'src/payouts/destinations/payout-validation.ts',
    ROUTES_SPEC,
    'a payout without a service goes to the default service, with a warning',
  ),
  row('note is free text', MAPPER, ROUTES_SPEC, 'unusual texts arrive at the provider as written: %#'),
  row('externalId is sent: the id of the attempt', MAPPER, MAPPER_SPEC, 'contains exactly what was requested'),
  row('callbackUrl is sent: the address of the attempt', MAPPER, MAPPER_SPEC, 'contains exactly what was requested'),
  row(
    'name, requisites and userId are required everywhere',
    'src/payouts/destinations/table/base-fields.ts',
    'src/payouts/destinations/table/destinations.table.spec.ts',
    'requires name, requisites and userId',
  ),
  row('optional fields may be left out', MAPPER, MAPPER_SPEC, 'leaves out null and empty fields'),
  // The object.
  row('id is a UUID', SCHEMA, READ_SPEC, 'requests the payout by its id and returns the payout'),
  row('merchantId is shown', DETAILS, MAPPER_SPEC, 'becomes a ProviderPayout'),
  row('amount is a text', SCHEMA, MAPPER_SPEC, 'is accepted with %j'),
  silence(
    'amount may be written in another form',
    FORMS_SPEC,
    'a read-back with the amount %s is found without the amount, but a creation is unknown',
  ),
  row('account is as in the request', MAPPER, MAPPER_SPEC, 'is an echo mismatch with %j, and its id is kept'),
  row('status is a text', SCHEMA, READ_SPEC, 'returns the provider status %s verbatim, with its meaning %s'),
  row('type is shown', DETAILS, MAPPER_SPEC, 'becomes a ProviderPayout'),
  row(
    'requisites is an object of additional requisites',
    DETAILS,
    MAPPER_SPEC,
    'shows a bank reference and hides the recipient everywhere',
  ),
  row('statusMessage is a text or null', SCHEMA, MAPPER_SPEC, 'becomes a ProviderPayout'),
  row(
    'metadata is an object or null',
    DETAILS,
    DETAILS_SPEC,
    'a payout shows its bank reference once it is known, and never the secret of its callback URL',
  ),
  row('callbackUrl is a text or null', SCHEMA, MAPPER_SPEC, 'returns a callback URL if it is %s'),
  row('callbackUrl may be absent', SCHEMA, MAPPER_SPEC, 'distinguishes an absent callback URL from a null one'),
  row('createdAt and updatedAt are ISO 8601', SCHEMA, MAPPER_SPEC, 'becomes a ProviderPayout'),
  row('completedAt is ISO 8601 or null', SCHEMA, MAPPER_SPEC, 'becomes a ProviderPayout'),
  silence('a read-back may leave fields out', MAPPER_SPEC, 'may consist of the id and the status only'),
  silence(
    'the payout object may have unknown fields',
    PERMITTED_SPEC,
    'a payout answered $answer is accepted once and reaches COMPLETED',
  ),
  // Statuses.
  row('CREATED is not final', STATUS, WORDS_SPEC, '%s means %s'),
  row('PROCESSING is not final', STATUS, WORDS_SPEC, '%s means %s'),
  row('PROCESSING is called PENDING by Bangladesh', DEFAULTS, POLLING_SPEC, 'PROCESSING is called PENDING'),
  row('COMPLETED is final in normal operation', STATUS, STATES_SPEC, 'only a correction leaves a final state'),
  row('FAILED is final', STATUS, POLLING_SPEC, 'payouts are read again for a limited time once they %s'),
  row('CANCELED is final', STATUS, POLLING_SPEC, 'payouts are read again for a limited time once they %s'),
  row('EXPIRED is final', STATUS, POLLING_SPEC, 'payouts are read again for a limited time once they %s'),
  row(
    'the answer to a creation has the status CREATED',
    MAPPER,
    PAYOUTS_SPEC,
    'a payout is sent within the mutation and followed to COMPLETED',
  ),
  silence(
    'the answer to a creation may have another status',
    PERMITTED_SPEC,
    'a payout answered $answer is accepted once and reaches COMPLETED',
  ),
  row(
    'no webhook is sent for CREATED',
    'src/payouts/polling/poll-payouts.service.ts',
    POLLING_SPEC,
    'polls follow a payout to its final status without webhooks, even if PROCESSING is called PENDING',
  ),
  row(
    'CREATED moves to PROCESSING or to an end',
    STATUS,
    PAYOUTS_SPEC,
    'a payout is sent within the mutation and followed to COMPLETED',
  ),
  row(
    'the operator may correct COMPLETED',
    'src/payouts/reading/apply-read-back.service.ts',
    POLLING_SPEC,
    'a correction without a webhook counts once it was read twice',
  ),
  silence(
    'the status after a correction is not shown',
    POLLING_SPEC,
    'a correction without a webhook counts once it was read twice',
  ),
  row(
    'a correction sends no webhook',
    'src/payouts/reading/apply-read-back.service.ts',
    POLLING_SPEC,
    'a correction without a webhook counts once it was read twice',
  ),
  silence('other transitions are not shown', STATES_SPEC, 'every state can be reached'),
  row(
    'statusMessage can hold the reason of FAILED',
    'src/provider/wire/provider-text.ts',
    MAPPER_SPEC,
    'removes card numbers from the status message',
  ),
  row(
    'a failed payout is not retried by itself',
    'src/payouts/core/domain/submission-state.ts',
    STATES_SPEC,
    'a missing answer never leads to another send',
  ),
  // Reads and lists.
  row(
    'GET /v1/payouts/{payoutId} answers the object of the creation',
    ADAPTER,
    READ_SPEC,
    'requests the payout by its id and returns the payout',
  ),
  row(
    'it is polled as a fallback, for example every 30 minutes',
    DEFAULTS,
    POLLING_SPEC,
    'polls follow a payout to its final status without webhooks, even if PROCESSING is called PENDING',
  ),
  row(
    'GET /v1/payouts/services lists the enabled services',
    ADAPTER,
    READ_SPEC,
    'returns the services that are enabled for the merchant',
  ),
  silence('the shape of that list is not shown', LISTS_SPEC, 'are read from %s'),
  silence('the fields of its items are not shown', LISTS_SPEC, 'keep the readable fields of %j'),
  row('GET /v1/payouts/banks has the query account', ADAPTER, READ_SPEC, 'sends the encoded phone number'),
  row('it answers a list of id and name', LISTS, LISTS_SPEC, 'are read in the documented format'),
  // Webhooks.
  row(
    'a webhook is sent at every change of a status',
    'src/payouts/evidence/payouts-webhook.handler.ts',
    PAYOUTS_SPEC,
    'a payout is sent within the mutation and followed to COMPLETED',
  ),
  row(
    'it goes to the callbackUrl of the request',
    'src/webhooks/delivery/payout-webhooks.route.ts',
    PAYOUTS_SPEC,
    "a payout becomes UNCONFIRMED after %s, and a webhook at the payout's own address binds it",
  ),
  row(
    'without one it goes to the address of the settings',
    'src/webhooks/delivery/payout-webhooks.route.ts',
    ADDRESSES_SPEC,
    'a webhook makes Purser read back the payout that it names',
  ),
  row(
    'it carries X-Signature, which is verified',
    'src/provider/signature/webhook-signature-verifier.ts',
    WEBHOOKS_SPEC,
    'webhooks %s count as %s, and their payout is read back',
  ),
  silence(
    'the signing algorithm is not shown',
    'src/provider/signature/signature-learning.spec.ts',
    'finds $algorithm in $encoding',
  ),
  silence(
    'one page says that there are no payout webhooks',
    POLLING_SPEC,
    'polls follow a payout to its final status without webhooks, even if PROCESSING is called PENDING',
  ),
  silence(
    'the payload of a payout webhook is not shown',
    WEBHOOKS_SPEC,
    'webhooks %s count as %s, and their payout is read back',
  ),
  // Limits.
  row(
    'XOF amounts are whole and multiples of 5',
    'src/payouts/destinations/payout-currency.ts',
    'src/payouts/destinations/amount-validation.spec.ts',
    'accepts an amount in XOF only if it is a multiple of 5',
  ),
  row(
    'TZS amounts are whole',
    'src/payouts/destinations/payout-currency.ts',
    VALIDATION_SPEC,
    'in %s by %s, the amount %s is refused as %s even if the recipient is valid',
  ),
  row(
    'KES amounts are whole',
    'src/payouts/destinations/payout-currency.ts',
    VALIDATION_SPEC,
    'in %s by %s, the amount %s is refused as %s even if the recipient is valid',
  ),
  row(
    'GHS amounts are whole',
    'src/payouts/destinations/payout-currency.ts',
    VALIDATION_SPEC,
    'in %s by %s, the amount %s is refused as %s even if the recipient is valid',
  ),
  row(
    'UGX amounts are whole',
    'src/payouts/destinations/payout-currency.ts',
    VALIDATION_SPEC,
    'in %s by %s, the amount %s is refused as %s even if the recipient is valid',
  ),
  row(
    'a final status usually comes within minutes',
    DEFAULTS,
    POLLING_SPEC,
    'polls follow a payout to its final status without webhooks, even if PROCESSING is called PENDING',
  ),
  row(
    '30 minutes is the recommended interval',
    DEFAULTS,
    'src/provider/profile/provider-profile.spec.ts',
    'explains the profile key %s',
  ),
  silence('minimum, maximum and sizes are not shown', ROUTES_SPEC, 'any amount valid in its currency is sent exactly'),
];
