import { ForbiddenException, InternalServerErrorException, UnauthorizedException } from '@nestjs/common';
import { GraphQLError } from 'graphql';
import { QueryFailedError } from 'typeorm';
import { NoFreeConnectionError } from '../../database/connection/guarded-pool.js';
import { badUserInput } from './bad-user-input.js';
import { ErrorFormatter } from './error-formatter.js';
import type { Fault } from './fault.js';

const SECRET = '4111111111111111';

function format(error: unknown) {
  const faults: Fault[] = [];
  const formatted = new ErrorFormatter((fault) => faults.push(fault)).format(error);
  return { ...formatted, faults };
}

const driverError = (code: string): Error => Object.assign(new Error(SECRET), { code });

// Wraps an error like graphql-js does when a resolver throws it.
const thrownByResolver = (originalError: Error): GraphQLError =>
  new GraphQLError(originalError.message, { path: ['payouts', 0, 'amount'], originalError });

describe('formatting errors', () => {
  it('an input error keeps its message and its field', () => {
    const { message, extensions, faults } = format(thrownByResolver(badUserInput('must be small', ['input', 'size'])));
    expect({ message, extensions }).toEqual({
      message: 'input.size must be small',
      extensions: { code: 'BAD_USER_INPUT', field: ['input', 'size'] },
    });
    expect(faults).toEqual([]);
  });

  it('if no connection was free, the client gets DATABASE_BUSY', () => {
    const { extensions, faults } = format(thrownByResolver(new NoFreeConnectionError()));
    expect({ extensions, faults }).toEqual({ extensions: { code: 'DATABASE_BUSY' }, faults: [] });
  });

  it.each([
    ['cannot be reached', Object.assign(new Error(SECRET), { code: 'ECONNREFUSED' })],
    ['ended in the middle of a statement', new QueryFailedError(SECRET, [SECRET], driverError('57P01'))],
  ])('if the database %s, the client gets DATABASE_UNAVAILABLE and a fault is logged', (_, error) => {
    const { extensions, message, faults } = format(thrownByResolver(error));
    expect(extensions).toEqual({ code: 'DATABASE_UNAVAILABLE', errorId: faults[0]!.errorId });
    expect(JSON.stringify([message, faults])).not.toContain(SECRET);
  });

  it('the error of a statement that PostgreSQL rejected is masked', () => {
    const { extensions } = format(thrownByResolver(new QueryFailedError(SECRET, [], driverError('53100'))));
    expect(extensions).toMatchObject({ code: 'INTERNAL_SERVER_ERROR' });
  });

  it.each([
    ['a plain error', new Error(SECRET)],
    ['an error with another code', new GraphQLError(SECRET, { extensions: { code: 'ODD' } })],
    ['an error without a code', new GraphQLError(SECRET)],
    ['a code named like a property of every object', new GraphQLError(SECRET, { extensions: { code: 'constructor' } })],
    ['a foreign error that imitates a code', Object.assign(new Error(SECRET), { extensions: { code: 'BAD_REQUEST' } })],
    ['an HTTP exception of ours', new InternalServerErrorException(SECRET)],
  ])('the client sees no details of %s', (_, error) => {
    const { faults, ...shown } = format(thrownByResolver(error));
    expect(shown).toEqual({
      message: 'Internal server error',
      path: ['payouts', 0, 'amount'],
      extensions: { code: 'INTERNAL_SERVER_ERROR', errorId: faults[0]!.errorId },
    });
    expect(JSON.stringify(faults)).not.toContain(SECRET);
  });

  it.each(['text', 42, null, undefined, { message: SECRET }])(
    'a thrown value that is not an error is masked: %p',
    (thrown) => {
      const { message, faults } = format(thrown);
      expect(message).toBe('Internal server error');
      expect(JSON.stringify(faults)).not.toContain(SECRET);
    },
  );

  it('a logged fault identifies the error but contains none of its text', () => {
    const driverError = { code: '23505', constraint: 'uq_payouts_key', detail: SECRET };
    const error = Object.assign(new Error(`duplicate\n    at ${SECRET}`), { driverError, parameters: [SECRET] });
    error.name = 'QueryFailedError';
    const [fault] = format(thrownByResolver(error)).faults;
    expect(fault).toMatchObject({
      name: 'QueryFailedError',
      sqlState: '23505',
      constraint: 'uq_payouts_key',
      path: 'payouts.0.amount',
    });
    expect(fault!.stack).toMatch(/^at .*error-formatter\.spec/);
    expect(JSON.stringify(fault)).not.toContain(SECRET);
  });

  it.each<[Error, string]>([
    [new UnauthorizedException(SECRET), 'UNAUTHENTICATED'],
    [new ForbiddenException(SECRET), 'FORBIDDEN'],
  ])("exceptions from Nest's guards keep their code", (exception, code) => {
    const { message, extensions } = format(thrownByResolver(exception));
    expect(extensions).toEqual({ code });
    expect(message).not.toContain(SECRET);
  });

  it('unknown extensions are removed from an error', () => {
    const error = new GraphQLError('no', {
      extensions: { code: 'BAD_REQUEST', stacktrace: [SECRET], http: { status: 400 }, field: [SECRET] },
    });
    expect(format(error).extensions).toEqual({ code: 'BAD_REQUEST' });
  });

  it('values in messages from graphql-js are removed', () => {
    const error = new GraphQLError(`Variable "$a" got invalid value "${SECRET}"`, {
      extensions: { code: 'BAD_USER_INPUT_BY_APOLLO' },
    });
    const wrapped = new GraphQLError(error.message, {
      extensions: { code: 'BAD_USER_INPUT' },
      originalError: new GraphQLError(SECRET),
    });
    expect(JSON.stringify([format(error).message, format(wrapped).message])).not.toContain(SECRET);
  });
});
