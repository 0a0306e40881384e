import { applyDecorators, SetMetadata } from '@nestjs/common';
import { Extensions } from '@nestjs/graphql';
import type { Scope } from './scopes.js';

export const REQUIRED_SCOPE = 'purser:required-scope';
export const OPEN_TO_EVERYBODY = 'purser:open-to-everybody';
export const OPEN_TO_CALLERS = 'purser:open-to-callers';

/** Operations that run without a credential. */
export const OPEN_OPERATIONS: ReadonlySet<string> = new Set(['redeemApiKey']);

/**
 * Names the scope that an operation requires. Without this decorator everyone is denied. The schema carries it as the
 * extension `scope`, for the generated page on access.
 */
export const Requires = (scope: Scope): MethodDecorator =>
  applyDecorators(SetMetadata(REQUIRED_SCOPE, scope), Extensions({ scope }));

/** Opens an operation to everyone, even without a credential. It must be one of `OPEN_OPERATIONS`. */
export const OpenToEverybody = (): MethodDecorator =>
  applyDecorators(SetMetadata(OPEN_TO_EVERYBODY, true), Extensions({ isOpen: true }));

/** Operations that any caller may run: about themselves, the desk, and what their other scopes allow. */
export const CALLER_OPERATIONS: ReadonlySet<string> = new Set([
  'actors',
  'desk',
  'find',
  'ownSessions',
  'viewer',
  'deskChanged',
]);

/** Opens an operation to all callers, whatever their scopes. It must be one of `CALLER_OPERATIONS`. */
export const OpenToCallers = (): MethodDecorator =>
  applyDecorators(SetMetadata(OPEN_TO_CALLERS, true), Extensions({ isOpenToCallers: true }));
