import { Module } from '@nestjs/common';
import { APP_GUARD, APP_INTERCEPTOR } from '@nestjs/core';
import { TypeOrmModule } from '@nestjs/typeorm';
import { CallerAuthenticator, SchemaProtector } from '../graphql/request-context.js';
import { ApiKeysService } from './api-keys.service.js';
import { KeyedCallerAuthenticator } from './caller.authenticator.js';
import { ConfiguredKeys } from './configured-keys.js';
import { ApiKeysResolver } from './graphql/api-keys.resolver.js';
import { PeopleService } from './oidc/people.service.js';
import { OnePersonInterceptor } from './one-person.interceptor.js';
import { ApiKeyEntity } from './persistence/api-key.entity.js';
import { ApiKeysPageQuery } from './persistence/api-keys-page.query.js';
import { ApiKeysRepository } from './persistence/api-keys.repository.js';
import { RefusedAttempts } from './refused-attempts.js';
import { RequestLimits } from './request-limits.js';
import { ScopeGuard } from './scope.guard.js';
import { ScopedSchemaProtector } from './scoped-schema.protector.js';

@Module({
  imports: [TypeOrmModule.forFeature([ApiKeyEntity])],
  providers: [
    ApiKeysRepository,
    ApiKeysPageQuery,
    ApiKeysService,
    ApiKeysResolver,
    ConfiguredKeys,
    PeopleService,
    RequestLimits,
    RefusedAttempts,
    KeyedCallerAuthenticator,
    { provide: CallerAuthenticator, useExisting: KeyedCallerAuthenticator },
    { provide: SchemaProtector, useClass: ScopedSchemaProtector },
    { provide: APP_GUARD, useClass: ScopeGuard },
    { provide: APP_INTERCEPTOR, useClass: OnePersonInterceptor },
  ],
  exports: [CallerAuthenticator, SchemaProtector],
})
export class AccessModule {}
