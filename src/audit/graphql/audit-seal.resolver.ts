import { Parent, ResolveField, Resolver } from '@nestjs/graphql';
import { SealCheckQuery } from '../persistence/seal-check.query.js';
import { AuditSealModel } from './audit-entry.model.js';

@Resolver(() => AuditSealModel)
export class AuditSealResolver {
  constructor(private readonly checks: SealCheckQuery) {}

  @ResolveField(() => Boolean, {
    description:
      'Whether the hash before it and the entry still make its hash, computed now. That the chain as a whole is the one that was anchored, `npm run audit:verify` tells.',
  })
  async isIntact(@Parent() { seq }: AuditSealModel): Promise<boolean> {
    return this.checks.isIntact(seq);
  }
}
