import { randomUUID } from 'node:crypto';
import type { StopPoint } from '../support/canary-accidents.js';
import type { CanaryStage } from '../support/canary-stage.js';
import { eventually } from '../support/eventually.js';
import { cardText, getH2hOrder, submitCard } from '../support/h2h.js';
import { createdOrder, orderInput } from '../support/orders.js';
import type { CanaryPayer } from './card-canary-payer.js';
import { CARD_FIELDS, payerWith } from '../e2e/order-methods.table.js';

// A test card whose bank asks for a code. Its number is public; only the holder's name and the expiry are secret.
const ASKS = '5555555555554444';

const ORDER = `order { id status problem providerStatus maskedCardNumber cardBrand timeline { from to cause }
  h2hSession { status providerStatus maskedCardNumber cardBrand problem } } userErrors { code field message }`;

/** A mutation that is ready to be sent, with everything it needs. */
export interface PreparedCall {
  readonly input: Readonly<Record<string, unknown>>;
  readonly externalId: string;
  /** True once the provider has received the secret, otherwise null. */
  readonly isBooked: () => Promise<true | null>;
}

/** A mutation that accepts secrets. The provider's call has the same name. */
export interface SecretCall {
  readonly name: 'submitH2hCard' | 'submitH2hCode' | 'createOrder';
  readonly document: string;
  /** A lock that stops the mutation before it claims the call, and the statement that then waits. */
  readonly claim: Pick<StopPoint, 'lock' | 'waiting'>;
  readonly prepare: (stage: CanaryStage, payer: CanaryPayer) => Promise<PreparedCall>;
}

const documentOf = (name: SecretCall['name'], input: string): string =>
  `mutation ($input: ${input}!) { ${name}(input: $input) { ${ORDER} } }`;

export const SUBMIT_CARD: SecretCall = {
  name: 'submitH2hCard',
  document: documentOf('submitH2hCard', 'SubmitH2hCardInput'),
  claim: { lock: 'LOCK TABLE h2h_sessions IN SHARE MODE', waiting: 'INSERT INTO h2h_sessions' },
  prepare: async (stage, { card }) => {
    const { id, externalId, providerOrderId } = await createdOrder(stage.api, { method: 'CARD_H2H' });
    const isBooked = async () => (await stage.sandbox.secretsReceived(providerOrderId)).cards > 0 || null;
    return { input: { orderId: id, card }, externalId, isBooked };
  },
};

export const SUBMIT_CODE: SecretCall = {
  name: 'submitH2hCode',
  document: documentOf('submitH2hCode', 'SubmitH2hCodeInput'),
  claim: { lock: 'LOCK TABLE h2h_sessions IN SHARE MODE', waiting: 'UPDATE "h2h_sessions" SET "code_sent_round"' },
  prepare: async (stage, payer) => {
    const { id, externalId, providerOrderId } = await createdOrder(stage.api, { method: 'CARD_H2H' });
    const { cardholderName, expiryDate } = payer.card;
    await submitCard(stage.api, id, cardText(ASKS, { cardholderName, expiryDate }));
    await eventually('the bank asks for a code', async () => {
      const { h2hSession } = await getH2hOrder(stage.api, id);
      return h2hSession?.isSmsRequired === true ? h2hSession : null;
    });
    const isBooked = async () => (await stage.sandbox.secretsReceived(providerOrderId)).codes > 0 || null;
    return { input: { orderId: id, code: payer.code.text }, externalId, isBooked };
  },
};

export const CREATE_ORDER: SecretCall = {
  name: 'createOrder',
  document: documentOf('createOrder', 'CreateOrderInput'),
  claim: { lock: 'LOCK TABLE orders IN SHARE MODE', waiting: 'INSERT INTO orders' },
  prepare: (stage, { card }) => {
    const externalId = randomUUID();
    const customer = payerWith(CARD_FIELDS);
    const input = orderInput({ externalId, idempotencyKey: randomUUID(), method: 'CARD_IN_ORDER', customer, card });
    return Promise.resolve({
      input,
      externalId,
      isBooked: async () => (await stage.sandbox.findOrder(externalId)) !== undefined || null,
    });
  },
};
