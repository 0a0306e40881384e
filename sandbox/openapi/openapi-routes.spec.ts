import { sandboxRoutes } from '../sandbox-routes.js';
import { closeTestSandboxes, startTestSandbox } from '../testing/test-sandbox.fixture.js';
import { openApiDocument } from './openapi-document.js';

const document = openApiDocument({ baseUrl: 'http://sandbox.test' });

const described = Object.entries(document.paths).flatMap(([path, operations]) =>
  Object.keys(operations).map((method) => `${method} ${path}`),
);

describe('openapi.json', () => {
  afterEach(closeTestSandboxes);

  it('describes exactly the routes that are served', () => {
    // The parts may be missing, because no route is called.
    const served = sandboxRoutes({} as Parameters<typeof sandboxRoutes>[0]).map(
      ({ method, path }) => `${method} ${path}`,
    );
    expect(described.sort()).toEqual(served.sort());
  });

  it.each(described)('describes %s, to which the sandbox answers', async (operation) => {
    const [method = '', path = ''] = operation.split(' ');
    const { url, client } = await startTestSandbox();
    await fetch(`${url}${path.replaceAll(/\{\w+\}/g, 'none')}`, { method: method.toUpperCase() });
    expect(await client.counters()).not.toHaveProperty('unmatched');
  });

  it('refers only to schemas it contains', () => {
    const references = JSON.stringify(document).matchAll(/"#\/components\/schemas\/(\w+)"/g);
    const missing = [...references].map(([, name]) => name!).filter((name) => !(name in document.components.schemas));
    expect(missing).toEqual([]);
  });

  it('answers JSON with the address of this sandbox', async () => {
    const { url, client } = await startTestSandbox();
    const response = await client.send('GET', '/openapi.json');
    expect(await response.json()).toMatchObject({ openapi: '3.1.0', servers: [{ url }] });
  });

  it('shows the default of an optional field', () => {
    expect(document.components.schemas).toMatchObject({
      OrderCreation: { required: ['amount'], properties: { currency: { default: 'EUR' } } },
    });
  });
});
