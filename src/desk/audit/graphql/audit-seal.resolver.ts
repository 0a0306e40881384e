import { Parent, ResolveField, Resolver } from '@nestjs/graphql';
import { SealCheckQuery } from '../persistence/seal-check.query.js';
import { AuditSealModel } from './audit-entry.model.js';

@Resolver(() => AuditSealModel)
export class AuditSealResolver {
  constructor(private readonly checks: SealCheckQuery) {}

  @ResolveField(() => Boolean, {
    nullable: true,
    description:
      'Whether the hash before it and the entry still make its hash, computed now; null when the hash before it left with a partition. That the chain as a whole is the one that was anchored, `npm run audit:verify` tells.',
  })
  async isIntact(@Parent() { seq }: AuditSealModel): Promise<boolean | null> {
    return this.checks.isIntact(seq);
  }
}
