import { QueryFailedError } from 'typeorm';
import { StartError } from '../../config/start-error.js';
import { explainDatabaseError } from './database-errors.js';

const ADDRESS = { variable: 'DATABASE_OWNER_URL', url: 'postgres://owner:canary@db.example:5433/desk' };

const failure = (code: string): Error => Object.assign(new Error('canary'), { code });

describe('explaining a failed start', () => {
  it.each([
    ['28P01', /the password of owner@db\.example\/desk/],
    ['28000', /pg_hba\.conf/],
    ['3D000', /has no database "desk"/],
    ['42501', /npm run migrate/],
    ['42P01', /A table is missing in owner@db\.example\/desk/],
    ['25006', /read-only: name the primary/],
    ['53300', /max_connections/],
    ['53100', /The disk of db\.example is full/],
    ['57P03', /starting or shutting down/],
    ['ECONNREFUSED', /start the server/],
    ['ETIMEDOUT', /start the server/],
    ['ENOTFOUND', /db\.example does not resolve/],
    ['SELF_SIGNED_CERT_IN_CHAIN', /sslrootcert/],
    ['ERR_TLS_CERT_ALTNAME_INVALID', /sslrootcert/],
  ])('gives a remedy for %s', (code, remedy) => {
    for (const error of [failure(code), new QueryFailedError('SELECT canary', ['canary'], failure(code))]) {
      const explained = explainDatabaseError(error, ADDRESS) as StartError;
      expect(explained).toMatchObject({ name: 'StartError', variable: 'DATABASE_OWNER_URL' });
      expect(explained.hint).toMatch(remedy);
      expect(explained.hint).not.toContain('canary');
    }
  });

  it('returns an unknown error unchanged', () => {
    const error = failure('23505');
    expect(explainDatabaseError(error, ADDRESS)).toBe(error);
  });

  it('names the path of a Unix socket', () => {
    const url = 'postgres:///desk?host=/run/postgresql';
    const explained = explainDatabaseError(failure('3D000'), { variable: 'DATABASE_URL', url }) as StartError;
    expect(explained.hint).toContain('/run/postgresql has no database "desk"');
  });
});
