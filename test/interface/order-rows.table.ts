import { type InterfaceRow, row, silence } from './interface-row.js';

const MAPPER = 'src/provider/wire/order.mapper.ts';
const SCHEMA = 'src/provider/wire/order.schema.ts';
const CUSTOMER = 'src/orders/domain/customer.ts';
const TERMINAL = 'src/desk/accounts/domain/terminal-profile.ts';
const CARD = 'src/orders/domain/payment-card.ts';

const MAPPER_SPEC = 'src/provider/wire/order.mapper.spec.ts';
const CREATE_SPEC = 'src/provider/http-orders-create.spec.ts';
const READ_SPEC = 'src/provider/http-orders-read.spec.ts';
const FORMS_SPEC = 'src/provider/http-answer-forms.spec.ts';
const METHODS_SPEC = 'test/e2e/order-methods.spec.ts';
const TERMINALS_SPEC = 'test/campaigns/order-methods-terminals.spec.ts';
const CARD_SPEC = 'test/campaigns/order-methods-card.spec.ts';
const PAYMENT_SPEC = 'test/e2e/order-payment.spec.ts';
const WORDS_SPEC = 'src/provider/profile/status-words.spec.ts';
const PERMITTED_SPEC = 'test/campaigns/permitted-answers.spec.ts';
const DETAILS_SPEC = 'test/integration/provider-details.spec.ts';

/** Statements about orders, their methods and their statuses. */
export const ORDER_ROWS: readonly InterfaceRow[] = [
  // What the service does.
  row(
    'an order is created with POST /v1/orders',
    'src/provider/http-orders.adapter.ts',
    CREATE_SPEC,
    'sends the documented request once',
  ),
  row(
    'its paymentLink takes the payer to the hosted page',
    SCHEMA,
    PAYMENT_SPEC,
    'goes live from CREATED to PAID, by a webhook and a read-back',
  ),
  row(
    'the hosted page is the default way to take cards',
    TERMINAL,
    'test/e2e/terminal-profile.spec.ts',
    'has only the hosted page',
  ),
  row('a card may be sent in the order', CARD, CARD_SPEC, 'with the card $masked'),
  row(
    'only some terminals take a card in the order',
    TERMINAL,
    TERMINALS_SPEC,
    'a profile without %s refuses the method before anything is stored or sent',
  ),
  row(
    'wallet orders have extraParams and customer',
    CUSTOMER,
    METHODS_SPEC,
    'an order with exactly the fields that its terminal requires is paid',
  ),
  row(
    'bank-method orders have extraParams and customer',
    CUSTOMER,
    METHODS_SPEC,
    'an order with exactly the fields that its terminal requires is paid',
  ),
  row(
    'methods are not enabled for every merchant',
    TERMINAL,
    TERMINALS_SPEC,
    'a profile without %s refuses the method before anything is stored or sent',
  ),
  // The order object.
  row(
    'id is a UUID, and the {orderId} of paths',
    SCHEMA,
    READ_SPEC,
    'requests the order by its id and returns the order',
  ),
  row(
    'id is that of the order asked for',
    MAPPER,
    'src/provider/wire/order-mutations.spec.ts',
    "reading a read-back never throws, and another order's answer is never accepted",
  ),
  row('status is a text', SCHEMA, MAPPER_SPEC, 'becomes a ProviderOrder'),
  row('status is CREATED at creation', 'src/provider/profile/provider-profile-defaults.ts', WORDS_SPEC, '%s means %s'),
  row(
    'status PENDING appears in samples',
    'src/provider/profile/provider-profile-defaults.ts',
    WORDS_SPEC,
    '%s means %s',
  ),
  row('purpose is the text given at creation', MAPPER, MAPPER_SPEC, 'contains every given field'),
  row('amount is a decimal text', SCHEMA, MAPPER_SPEC, 'is accepted with %j'),
  silence('amount may be written in another form', FORMS_SPEC, 'reads an amount written as %s'),
  row(
    'commission is a decimal text',
    SCHEMA,
    FORMS_SPEC,
    'unreadable fields that Purser does not need are ignored: %j',
  ),
  row(
    'received is a decimal text, amount less commission',
    'src/orders/domain/order-income.ts',
    'src/orders/domain/order-income.spec.ts',
    'a paid order of $amount brings $income',
  ),
  row('currency is a code', SCHEMA, MAPPER_SPEC, 'may name any currency if the request named none'),
  row(
    'shopId is shown',
    'src/desk/provider-details/provider-details.service.ts',
    DETAILS_SPEC,
    'an order shows its terminal, its shop and other details from the provider',
  ),
  row(
    'terminalId is shown',
    'src/desk/provider-details/provider-details.service.ts',
    DETAILS_SPEC,
    'an order shows its terminal, its shop and other details from the provider',
  ),
  row(
    'merchantId is shown',
    'src/desk/provider-details/provider-details.service.ts',
    DETAILS_SPEC,
    'an order shows its terminal, its shop and other details from the provider',
  ),
  row("externalId is the id in the merchant's system", MAPPER, MAPPER_SPEC, 'is an echo mismatch with %j'),
  row('paymentLink is a URL', SCHEMA, MAPPER_SPEC, 'is malformed with %j'),
  row('successUrl is a text or null', MAPPER, MAPPER_SPEC, 'contains every given field'),
  row('payedAt is a text or null, a timestamp', SCHEMA, MAPPER_SPEC, 'an order with payedAt %s is paid'),
  silence('payedAt is a timestamp in some form', FORMS_SPEC, 'an order with payedAt %j is paid'),
  row('updatedAt is ISO 8601', SCHEMA, MAPPER_SPEC, 'becomes a ProviderOrder'),
  row(
    'createdAt is ISO 8601',
    'src/desk/provider-details/provider-details.service.ts',
    DETAILS_SPEC,
    'an order shows its terminal, its shop and other details from the provider',
  ),
  silence('statuses beyond CREATED and PENDING are not shown', WORDS_SPEC, 'is not guessed'),
  // The request.
  row('amount is sent as a decimal with a point', MAPPER, MAPPER_SPEC, 'contains the exact amount and no null'),
  row(
    'currency is sent in some requests, and absent in others',
    MAPPER,
    MAPPER_SPEC,
    'contains the exact amount and no null',
  ),
  row('successUrl and failUrl are sent', MAPPER, MAPPER_SPEC, 'contains every given field'),
  row('externalId is sent', MAPPER, MAPPER_SPEC, 'contains the exact amount and no null'),
  row('purpose is free text', MAPPER, 'test/campaigns/order-bad-input.spec.ts', 'returns %j exactly as given'),
  row(
    'extraParams selects the method',
    TERMINAL,
    METHODS_SPEC,
    'an order with exactly the fields that its terminal requires is paid',
  ),
  row(
    'customer holds details of the payer',
    CUSTOMER,
    METHODS_SPEC,
    'an order with exactly the fields that its terminal requires is paid',
  ),
  row(
    'card is for terminals that accept it only',
    TERMINAL,
    TERMINALS_SPEC,
    'a profile without %s refuses the method before anything is stored or sent',
  ),
  silence('which fields a plain order needs is not shown', MAPPER_SPEC, 'contains the exact amount and no null'),
  // Card and customer.
  row(
    'card has cardholderName, cardNumber, cvv and expiryDate',
    CARD,
    'src/provider/wire/h2h-mutations.spec.ts',
    'contain the card as exactly four fields',
  ),
  row(
    'all four fields of a card are required',
    CARD,
    'test/campaigns/h2h-rules.spec.ts',
    'an invalid card returns every problem, and is not sent',
  ),
  row(
    'expiryDate is MM/YY',
    CARD,
    'test/campaigns/h2h-rules.spec.ts',
    'an invalid card returns every problem, and is not sent',
  ),
  row(
    'with a card all ten fields of the payer are required',
    CUSTOMER,
    CARD_SPEC,
    'the provider refuses a card order without any one of the fields that Purser requires',
  ),
  row('birthday is YYYY-MM-DD', CUSTOMER, 'test/campaigns/order-methods-bad-input.spec.ts', 'is refused for $title'),
  row(
    'country is ISO 3166-1 alpha-2',
    CUSTOMER,
    'test/campaigns/order-methods-bad-input.spec.ts',
    'is refused for $title',
  ),
  row(
    'some terminals need customer.email alone for the hosted page',
    TERMINAL,
    TERMINALS_SPEC,
    "a profile's entry for $method decides which fields are required",
  ),
  // Wallets and the bank method.
  row(
    'a terminal is connected to one wallet variant',
    TERMINAL,
    'test/e2e/terminal-profile.spec.ts',
    'of the variant $walletVariant shows its words and fields',
  ),
  row(
    'the standard variant has wallet1-pay, wallet2-pay and five fields',
    TERMINAL,
    METHODS_SPEC,
    'would decline an order without any one of these fields',
  ),
  row(
    'the variant of full billing details has WALLET1PAY, WALLET2PAY and nine fields',
    TERMINAL,
    METHODS_SPEC,
    'would decline an order without any one of these fields',
  ),
  row(
    'the variant of e-mail only has wallet1_pay, wallet2_pay and one field',
    TERMINAL,
    METHODS_SPEC,
    'would decline an order without any one of these fields',
  ),
  row(
    'the variant of e-mail and IP has wallet1pay, wallet2pay and two fields',
    TERMINAL,
    METHODS_SPEC,
    'would decline an order without any one of these fields',
  ),
  row(
    'all fields of customer are texts',
    CUSTOMER,
    'test/campaigns/order-methods-bad-input.spec.ts',
    'is refused for $title',
  ),
  row("ip is the payer's own", CUSTOMER, 'test/campaigns/order-methods-bad-input.spec.ts', 'is refused for $title'),
  row(
    "state holds the state or region of a wallet's payer",
    CUSTOMER,
    METHODS_SPEC,
    'an order without one required field is refused by its name, and nothing is stored or sent',
  ),
  row(
    'the required fields may vary with the merchant',
    TERMINAL,
    TERMINALS_SPEC,
    "a profile's entry for $method decides which fields are required",
  ),
  row(
    'a terminal may have words of its own',
    TERMINAL,
    TERMINALS_SPEC,
    'a profile with the words %j sends them verbatim, and the usual words for other methods',
  ),
  row(
    'the bank method is extraParams bankmethod',
    TERMINAL,
    METHODS_SPEC,
    'an order with exactly the fields that its terminal requires is paid',
  ),
  row(
    'the bank method requires firstName, lastName and email',
    CUSTOMER,
    METHODS_SPEC,
    'an order without one required field is refused by its name, and nothing is stored or sent',
  ),
  row(
    'a wrong extraParams declines the order',
    'src/orders/order-answers.service.ts',
    TERMINALS_SPEC,
    'a profile that says $title creates orders that end DECLINED and show the likely reason',
  ),
  row(
    'missing fields of customer decline a wallet order',
    CUSTOMER,
    METHODS_SPEC,
    'would decline an order without any one of these fields',
  ),
  // Statuses, reads and webhooks.
  row(
    'the final status comes by webhook',
    'src/orders/orders-webhook.handler.ts',
    PAYMENT_SPEC,
    'goes live from CREATED to PAID, by a webhook and a read-back',
  ),
  row(
    'the status is read with GET /v1/orders/{orderId}',
    'src/provider/http-orders.adapter.ts',
    READ_SPEC,
    'requests the order by its id and returns the order',
  ),
  silence('a read-back may be the status and no more', MAPPER_SPEC, 'may consist of the status only'),
  silence('a read-back may say more', FORMS_SPEC, "an order's status is read even if other fields are invalid: %j"),
  silence(
    'transitions are not shown',
    'src/orders/domain/order-status.spec.ts',
    'a move from %s to %s is allowed only if the table lists it',
  ),
  row(
    'an order webhook is a hint, and GET the alternative',
    'src/orders/orders-webhook.handler.ts',
    'test/e2e/webhook-intake.spec.ts',
    'believes the provider, not a webhook that claims a payment',
  ),
  row(
    'a lost order webhook is made up for by a read',
    'src/orders/poll-orders.service.ts',
    'test/e2e/order-refresh.spec.ts',
    "returns the provider's state if the webhook was lost",
  ),
  silence(
    'the payload of an order webhook is not shown',
    'test/e2e/webhook-intake.spec.ts',
    'byte for byte, and ignores it',
  ),
  silence(
    'the place of the address for order webhooks is not shown',
    PAYMENT_SPEC,
    'goes live from CREATED to PAID, by a webhook and a read-back',
  ),
  silence(
    'the order object may have unknown fields',
    PERMITTED_SPEC,
    'an order answered $answer is accepted and shown as paid',
  ),
];
