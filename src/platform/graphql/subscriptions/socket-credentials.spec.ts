import { credentialsOf } from './socket-credentials.js';

const NONE = { authorization: undefined, sessionSecret: undefined };

describe("a socket's credentials", () => {
  it.each([
    ['Authorization', { Authorization: 'Bearer a' }],
    ['authorization', { authorization: 'Bearer a' }],
    ['AUTHORIZATION in headers', { headers: { AUTHORIZATION: 'Bearer a' } }],
    ['the nearer of two', { authorization: 'Bearer a', headers: { Authorization: 'Bearer b' } }],
  ])("a socket's credentials are read from %s in connectionParams", (_, params) => {
    expect(credentialsOf(params, { ...NONE, authorization: 'Bearer c' }).authorization).toBe('Bearer a');
  });

  it("a socket's credentials are read from the upgrade request if connectionParams contain none", () => {
    const opening = { ...NONE, authorization: 'Bearer c' };
    expect(credentialsOf({ headers: null, token: 'x' }, opening).authorization).toBe('Bearer c');
    expect(credentialsOf(undefined, opening).authorization).toBe('Bearer c');
  });

  it.each([[['Bearer a']], [null], [7]])(
    'the value %j is not a valid key, and the cookie is not used instead',
    (authorization) => {
      const credentials = credentialsOf({ authorization }, { authorization: undefined, sessionSecret: 'secret' });
      expect(credentials.authorization).toBe('');
    },
  );

  it("a socket's credentials may be missing", () => {
    expect(credentialsOf({}, NONE)).toEqual(NONE);
  });
});
