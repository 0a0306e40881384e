import { bangladeshRequest, mobileMoneyRequest, payoutRequest } from '../../testing/payout-request.js';
import { closeTestSandboxes, startTestSandbox, type TestSandbox } from '../../testing/test-sandbox.fixture.js';

type Fields = Readonly<Record<string, unknown>>;

const to = (requisites: unknown, fields: Fields = {}): Fields => ({ account: { requisites }, ...fields });
const pix = (paymentType: string, requisites: string): Fields =>
  payoutRequest({ ...to(requisites), currency: 'BRL', paymentType });
const topUp = (currency: string, fields: Fields = {}): Fields =>
  payoutRequest({ ...to('player-one'), currency, paymentType: 'ACCOUNT_LOGIN', ...fields });
const elsewhere = (currency: string, amount: number, requisites: string): Fields =>
  mobileMoneyRequest({ ...to(requisites), currency, amount });

const accepted: readonly (readonly [string, Fields])[] = [
  ['phone transfer without prefix', payoutRequest(to('9001112233'))],
  ['phone transfer with 7', payoutRequest(to('79001112233'))],
  ['phone transfer with +7', payoutRequest(to('+79001112233'))],
  ['phone transfer by its service', payoutRequest({ serviceId: 101 })],
  ['Bangladesh by phone', bangladeshRequest()],
  ['Bangladesh by local phone', bangladeshRequest(to('01700000001'))],
  ['Bangladesh by card', bangladeshRequest(to('4000000000000002', { paymentType: 'C2C' }))],
  ['Bangladesh, second wallet', bangladeshRequest({ account: { bankName: 'WALLET_X2' } })],
  ['Bangladesh, third wallet', bangladeshRequest({ account: { bankName: 'WALLET_X3' } })],
  ['Senegal by default', mobileMoneyRequest()],
  ['Senegal through Wave', mobileMoneyRequest({ serviceId: 202 })],
  ['Senegal with user details', mobileMoneyRequest({ account: { userEmail: 'a@b.test', userIp: '192.0.2.1' } })],
  ["Cote d'Ivoire through MTN", mobileMoneyRequest(to('2250700000001', { serviceId: 205 }))],
  ['Benin through MTN', mobileMoneyRequest(to('22997000001', { serviceId: 208 }))],
  ['Togo through Moov', mobileMoneyRequest(to('22897000001', { serviceId: 209 }))],
  ['Congo', elsewhere('CDF', 1500.5, '243810000001')],
  ['Ghana', elsewhere('GHS', 15, '233240000001')],
  ['Kenya', elsewhere('KES', 1501, '254700000001')],
  ['Nigeria', elsewhere('NGN', 1500.5, '2348000000001')],
  ['South Africa', elsewhere('ZAR', 15.25, '27820000001')],
  ['Uganda', elsewhere('UGX', 15001, '256700000001')],
  ['Tanzania', elsewhere('TZS', 15001, '255700000001')],
  ['Zambia', elsewhere('ZMW', 15.25, '260950000001')],
  ['PIX by e-mail', pix('EMAIL', 'ada@example.test')],
  ['PIX by phone', pix('PHONE', '+5511900000001')],
  ['PIX by CPF', pix('CPF', '111.444.777-35')],
  ['PIX by plain CPF', pix('CPF', '11144477735')],
  ['PIX by CNPJ', pix('CNPJ', '11.222.333/0001-81')],
  ['PIX by random key', pix('RANDOM_KEY', '0d2f6d6e-6d55-4a3e-9d0a-0f7d5b7f2a11')],
  ['game account in RUB', topUp('RUB')],
  ['game account in KZT', topUp('KZT')],
  ['game account in UAH', topUp('UAH')],
  ['game account in USD', topUp('USD')],
];

const refused: readonly (readonly [string, Fields, string])[] = [
  ['no name', payoutRequest({ account: { name: undefined } }), 'account.name'],
  ['an empty name', payoutRequest({ account: { name: '' } }), 'account.name'],
  ['no requisites', payoutRequest(to(undefined)), 'account.requisites'],
  ['a number for requisites', payoutRequest(to(9001112233)), 'account.requisites'],
  ['no userId', payoutRequest({ account: { userId: undefined } }), 'account.userId'],
  ['a number for userId', payoutRequest({ account: { userId: 7 } }), 'account.userId'],
  ['phone transfer to a landline', payoutRequest(to('4951112233')), 'account.requisites'],
  ['phone transfer to a written-out number', payoutRequest(to('+7 900 111-22-33')), 'account.requisites'],
  ['phone transfer without bank', payoutRequest({ account: { bankName: undefined } }), 'account.bankName'],
  ['phone transfer to an unknown bank', payoutRequest({ account: { bankName: '42' } }), 'account.bankName'],
  ['phone transfer by another service', payoutRequest({ serviceId: 501 }), 'serviceId'],
  ...['userIp', 'userPhone', 'userEmail', 'bankName'].map(
    (field) =>
      [
        `Bangladesh without ${field}`,
        bangladeshRequest({ account: { [field]: undefined } }),
        `account.${field}`,
      ] as const,
  ),
  ['Bangladesh to a fourth wallet', bangladeshRequest({ account: { bankName: 'WALLET_X4' } }), 'account.bankName'],
  ['Bangladesh by card as a phone', bangladeshRequest(to('4000000000000002')), 'account.requisites'],
  ['Bangladesh by phone as a card', bangladeshRequest(to('01700000001', { paymentType: 'C2C' })), 'account.requisites'],
  ['Bangladesh in another type', bangladeshRequest({ paymentType: 'EMAIL' }), 'paymentType'],
  ['XOF with a plus', mobileMoneyRequest(to('+221770000001')), 'account.requisites'],
  ['XOF with spaces', mobileMoneyRequest(to('221 770000001')), 'account.requisites'],
  ['XOF not in fives', mobileMoneyRequest({ amount: 5001 }), 'amount'],
  ['XOF with a fraction', mobileMoneyRequest({ amount: 5000.5 }), 'amount'],
  ['XOF by card', mobileMoneyRequest({ paymentType: 'C2C' }), 'paymentType'],
  ["Cote d'Ivoire by the default service", mobileMoneyRequest(to('2250700000001')), 'serviceId'],
  ['Senegal through an operator of another country', mobileMoneyRequest({ serviceId: 205 }), 'serviceId'],
  ['XOF through a service of Ghana', mobileMoneyRequest({ serviceId: 222 }), 'serviceId'],
  ['XOF with a number for userEmail', mobileMoneyRequest({ account: { userEmail: 7 } }), 'account.userEmail'],
  ['XOF with a number for userIp', mobileMoneyRequest({ account: { userIp: 7 } }), 'account.userIp'],
  ['a fraction for Tanzania', elsewhere('TZS', 15.5, '255700000001'), 'amount'],
  ['a fraction for Kenya', elsewhere('KES', 15.5, '254700000001'), 'amount'],
  ['a fraction for Ghana', elsewhere('GHS', 15.5, '233240000001'), 'amount'],
  ['a fraction for Uganda', elsewhere('UGX', 15.5, '256700000001'), 'amount'],
  ['Ghana in the currency of Kenya', elsewhere('KES', 15, '233240000001'), 'serviceId'],
  ['PIX e-mail without at', pix('EMAIL', 'ada'), 'account.requisites'],
  ['PIX phone of another country', pix('PHONE', '+79001112233444'), 'account.requisites'],
  ['PIX CPF too short', pix('CPF', '1114447773'), 'account.requisites'],
  ['PIX CNPJ too short', pix('CNPJ', '1122233300018'), 'account.requisites'],
  ['PIX random key that is none', pix('RANDOM_KEY', 'random'), 'account.requisites'],
  ['PIX in an unknown type', pix('KEY', 'ada@example.test'), 'paymentType'],
  ['game account without login', topUp('USD', to('')), 'account.requisites'],
  ['game account in another type', topUp('USD', { paymentType: 'SIM' }), 'paymentType'],
  ['game account by the service of another currency', topUp('USD', { serviceId: 501 }), 'serviceId'],
];

describe('destination rules', () => {
  let sandbox: TestSandbox;

  beforeAll(async () => {
    sandbox = await startTestSandbox();
  });

  afterAll(closeTestSandboxes);

  it.each(accepted)('accepts %s', async (_what, request) => {
    const response = await sandbox.client.postPayout(JSON.stringify(request));
    expect({ status: response.status, body: await response.json() }).toMatchObject({
      status: 201,
      body: { account: JSON.parse(JSON.stringify(request['account'])) as unknown, type: request['paymentType'] },
    });
  });

  it.each(refused)('refuses %s and names the field', async (_what, request, field) => {
    const response = await sandbox.client.postPayout(JSON.stringify(request));
    expect({ status: response.status, body: await response.json() }).toMatchObject({ status: 422, body: { field } });
  });
});
