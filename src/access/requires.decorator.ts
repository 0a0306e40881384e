import { type CustomDecorator, SetMetadata } from '@nestjs/common';
import type { Scope } from './scopes.js';

export const REQUIRED_SCOPE = 'purser:required-scope';

/** Names the scope a caller needs for this operation. One without it is denied to everybody. */
export const Requires = (scope: Scope): CustomDecorator => SetMetadata(REQUIRED_SCOPE, scope);
