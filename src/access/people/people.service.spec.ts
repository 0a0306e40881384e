import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Logger } from '@nestjs/common';
import { generateKeyPair, SignJWT } from 'jose';
import type { Repository } from 'typeorm';
import type { Config } from '../../platform/config/config.js';
import type { PersonEntity } from './persistence/person.entity.js';
import { PeopleService } from './people.service.js';

describe('an unavailable identity provider', () => {
  let provider: Server;
  let people: PeopleService;
  let asked = 0;

  beforeAll(async () => {
    provider = createServer((_request, response) => {
      asked += 1;
      response.writeHead(500).end();
    });
    await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
    const jwksUrl = `http://127.0.0.1:${(provider.address() as AddressInfo).port}/keys`;
    const oidc = {
      issuer: 'https://id.example',
      audience: 'purser',
      rolesClaim: 'roles',
      isRolesClaimList: false,
      jwksUrl,
      client: null,
    };
    people = new PeopleService({ access: { oidc } } as unknown as Config, {} as Repository<PersonEntity>);
  });

  afterAll(() => new Promise((resolve) => provider.close(resolve)));

  it('people get an error, the provider is asked once every five seconds, and one line a minute is logged', async () => {
    const error = jest.spyOn(Logger.prototype, 'error').mockImplementation(() => undefined);
    const { privateKey } = await generateKeyPair('RS256');
    const token = await new SignJWT({ sub: 'u-1' }).setProtectedHeader({ alg: 'RS256', kid: 'k' }).sign(privateKey);
    const refusals = await Promise.allSettled(Array.from({ length: 50 }, () => people.authenticate(token)));
    refusals.push(...(await Promise.allSettled(Array.from({ length: 50 }, () => people.authenticate(token)))));
    expect(refusals).toEqual(
      refusals.map(() => ({
        status: 'rejected',
        reason: expect.objectContaining({ code: 'IDENTITY_UNAVAILABLE', retryAfterSeconds: 5 }) as unknown,
      })),
    );
    expect(asked).toBe(1);
    expect(error).toHaveBeenCalledTimes(1);
    error.mockRestore();
  });
});
