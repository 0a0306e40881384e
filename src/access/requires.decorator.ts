import { applyDecorators, SetMetadata } from '@nestjs/common';
import { Extensions } from '@nestjs/graphql';
import type { Scope } from './scopes.js';

export const REQUIRED_SCOPE = 'purser:required-scope';

/**
 * Names the scope a caller needs for this operation. One without it is denied to everybody. The schema carries it too, as
 * the extension `scope`, for the table of who may do what.
 */
export const Requires = (scope: Scope): MethodDecorator =>
  applyDecorators(SetMetadata(REQUIRED_SCOPE, scope), Extensions({ scope }));
