import { HTTP_REQUESTS, type HttpRequest } from '../spec-support/http-requests.table.js';
import { type Answer, ToyDesk } from '../spec-support/toy-desk.js';

/** Removes the date and the ids, which differ in each response. */
function comparable({ status, headers, text }: Answer): unknown {
  const { 'x-request-id': id, date: _, ...others } = headers;
  return { status, headers: { ...others, 'x-request-id': typeof id }, text: text.replace(/"errorId":"[^"]+"/, '') };
}

describe('an HTTP request', () => {
  let direct: ToyDesk;
  let byApollo: ToyDesk;
  beforeAll(async () => {
    [direct, byApollo] = await Promise.all([
      ToyDesk.start({ env: { GRAPHQL_PLANS: 'true' } }),
      ToyDesk.start({ env: { GRAPHQL_PLANS: 'false' } }),
    ]);
  });
  afterAll(() => Promise.all([direct.stop(), byApollo.stop()]));

  it.each(HTTP_REQUESTS.map((request): [string, HttpRequest] => [request.title, request]))(
    'with %s gets the same answer when its operation is new, when it is known, and when Apollo executes it',
    async (_, { title: _title, status, ...request }) => {
      const whenNew = await direct.send(request);
      const whenKnown = await direct.send(request);
      expect(whenNew.status).toBe(status);
      expect(comparable(whenKnown)).toEqual(comparable(whenNew));
      expect(comparable(whenKnown)).toEqual(comparable(await byApollo.send(request)));
    },
  );
});
