import { chooseSecrets, purserEnvironment, sandboxEnvironment, type StackSettings } from './stack-environment.js';

const secrets = {
  ENCRYPTION_KEY: 'generated-key',
  PROVIDER_API_TOKEN: 'generated-token',
  WEBHOOK_SECRET: 'generated-webhook',
  ORDER_WEBHOOK_PATH_SECRET: 'generated-path',
  BOOTSTRAP_API_KEY: 'generated-api-key',
  APPROVER_API_KEY: 'generated-approver-key',
};
const settings: StackSettings = {
  secrets,
  databaseUrl: 'postgres://stack',
  purserPort: 3000,
  sandboxPort: 4010,
  consolePort: 3080,
  logLevel: 'warn',
  sandboxBookFile: '/state/book.jsonl',
};

describe('environment of a stack', () => {
  it("lets the user's variables override the generated ones", () => {
    const user = { PROVIDER_BASE_URL: 'https://provider.example', LOG_LEVEL: 'debug' };
    expect(purserEnvironment(settings, user, 3000)).toMatchObject(user);
  });

  it('treats an empty variable as absent', () => {
    expect(purserEnvironment(settings, { LOG_LEVEL: '' }, 3000)['LOG_LEVEL']).toBe('warn');
    expect(chooseSecrets(secrets, { PROVIDER_API_TOKEN: '' })).toEqual(secrets);
  });

  it.each([
    ['PORT', '3001'],
    ['DATABASE_URL', 'postgres://stack'],
  ])('sets %s itself, even if the user set it', (name, value) => {
    expect(purserEnvironment(settings, { [name]: "the user's" }, 3001)[name]).toBe(value);
  });

  it('points the webhooks of every replica at the first one', () => {
    expect(purserEnvironment(settings, {}, 3001)['PUBLIC_URL']).toBe('http://127.0.0.1:3000');
  });

  it("lets the console call the API in addition to the user's origins", () => {
    const ours = 'http://localhost:3080,http://127.0.0.1:3080';
    expect(purserEnvironment(settings, {}, 3000)['ALLOWED_ORIGINS']).toBe(ours);
    const user = { ALLOWED_ORIGINS: 'https://shop.example' };
    expect(purserEnvironment(settings, user, 3000)['ALLOWED_ORIGINS']).toBe(`https://shop.example,${ours}`);
  });

  it("gives the sandbox Purser's token and webhook secret, even if the user set them", () => {
    const chosen = chooseSecrets(secrets, { PROVIDER_API_TOKEN: 'mine', ORDER_WEBHOOK_PATH_SECRET: 'hidden' });
    const sandbox = sandboxEnvironment({ ...settings, secrets: chosen }, {});
    expect(sandbox).toMatchObject({
      SANDBOX_API_TOKENS: 'mine',
      SANDBOX_ORDER_WEBHOOK_URL: 'http://127.0.0.1:3000/webhooks/orders/hidden',
      SANDBOX_PORT: '4010',
    });
  });
});
