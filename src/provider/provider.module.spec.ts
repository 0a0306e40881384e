import { type INestApplicationContext, Logger, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ConfigModule } from '../platform/config/config.module.js';
import { Config } from '../platform/config/config.js';
import { OrdersPort } from './port/orders.port.js';
import { PayoutsPort } from './port/payouts.port.js';
import { ProviderProfile } from './profile/provider-profile.js';
import { ProviderModule } from './provider.module.js';
import { WebhookSignatureVerifier } from './signature/webhook-signature-verifier.js';
import { DatabaseStandIn, NOT_ENDING } from './testing/database-stand-in.fixture.js';
import { answerJson, type FaultServer, startFaultServer } from './testing/fault-server.fixture.js';
import { newPayout, PROVIDER_PAYOUT_ID, wirePayoutObject } from './testing/payout.fixture.js';
import {
  configFor,
  credentials,
  newOrder,
  PROVIDER_ORDER_ID,
  wireOrderObject,
} from './testing/provider-under-test.fixture.js';
import { signWebhook } from './testing/webhook-signer.fixture.js';

Logger.overrideLogger(false);

@Module({})
class Application {}

let server: FaultServer;
let app: INestApplicationContext;

beforeAll(async () => {
  const [order, payout] = [answerJson(200, wireOrderObject()), answerJson(200, wirePayoutObject())];
  server = await startFaultServer((response, request, nth) => {
    const answer = request.url?.startsWith('/v1/payouts') ? payout : order;
    answer(response, request, nth);
  });
  const modules = [DatabaseStandIn, ConfigModule.with(configFor(server.url, {})), ProviderModule];
  app = await NestFactory.createApplicationContext({ module: Application, imports: modules }, NOT_ENDING);
});

afterAll(async () => {
  await app.close();
  await server.close();
});

describe('the provider module', () => {
  it('exports OrdersPort', async () => {
    const orders = app.get(OrdersPort);

    await expect(orders.createOrder(credentials, newOrder)).resolves.toMatchObject({ kind: 'accepted' });
    await expect(orders.readOrder(credentials, PROVIDER_ORDER_ID)).resolves.toMatchObject({ kind: 'found' });
  });

  it('exports PayoutsPort', async () => {
    const payouts = app.get(PayoutsPort);

    await expect(payouts.createPayout(credentials, newPayout)).resolves.toMatchObject({ kind: 'accepted' });
    await expect(payouts.readPayout(credentials, PROVIDER_PAYOUT_ID)).resolves.toMatchObject({ kind: 'found' });
  });

  it('verifies webhook signatures with the configured secrets', () => {
    const body = Buffer.from('{}');
    const { webhookSignature: scheme } = app.get(ProviderProfile);
    const [secret] = app.get(Config).payouts.webhookSecrets;
    const headers = signWebhook({ scheme, secret: secret!.reveal(), body });

    expect(app.get(WebhookSignatureVerifier).verify({ headers, body, receivedAt: new Date() })).toBe('valid');
  });

  it('exports the provider profile', () => {
    expect(app.get(ProviderProfile).orderReadBack).toBe('order');
  });

  it('closes its connections on shutdown', async () => {
    await app.get(OrdersPort).readOrder(credentials, PROVIDER_ORDER_ID);
    const allGone = server.allConnectionsClosed();
    await app.close();

    await expect(allGone).resolves.toBeUndefined();
  });
});
