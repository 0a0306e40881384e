import { Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { TypeOrmModule } from '@nestjs/typeorm';
import { CallerAuthenticator } from '../graphql/request-context.js';
import { ApiKeyEntity } from './api-key.entity.js';
import { ApiKeysService } from './api-keys.service.js';
import { ScopeGuard } from './scope.guard.js';

@Module({
  imports: [TypeOrmModule.forFeature([ApiKeyEntity])],
  providers: [
    { provide: CallerAuthenticator, useClass: ApiKeysService },
    { provide: APP_GUARD, useClass: ScopeGuard },
  ],
  exports: [CallerAuthenticator],
})
export class AccessModule {}
