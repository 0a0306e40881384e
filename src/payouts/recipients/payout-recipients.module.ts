import { Module } from '@nestjs/common';
import { AccessModule } from '../../access/access.module.js';
import { PersonalDataModule } from '../../desk/personal-data/personal-data.module.js';
import { ProviderModule } from '../../provider/provider.module.js';
import { PayoutDestinationsModule } from '../destinations/payout-destinations.module.js';
import { PayoutCoreModule } from '../core/payout-core.module.js';
import { RecipientVault } from './recipient-vault.js';
import { RecipientCountsService } from './recipient-counts.service.js';
import { RecipientSearchService } from './recipient-search.service.js';
import { RecipientBoundsService } from './recipient-bounds.service.js';
import { PayoutRecipientsResolver } from './graphql/payout-recipients.resolver.js';
import { RecipientRetentionRepository } from './persistence/recipient-retention.sql.js';
import { RecipientRetentionService } from './recipient-retention.service.js';
import { RevealRecipientService } from './reveal-recipient.service.js';
import { PayoutBanksResolver } from './graphql/payout-banks.resolver.js';

/** Stores recipients encrypted. Shows them masked, and in full only to a few people. */
@Module({
  imports: [AccessModule, PersonalDataModule, ProviderModule, PayoutDestinationsModule, PayoutCoreModule],
  providers: [
    RecipientVault,
    RecipientCountsService,
    RecipientSearchService,
    RecipientBoundsService,
    PayoutRecipientsResolver,
    RecipientRetentionRepository,
    RecipientRetentionService,
    RevealRecipientService,
    PayoutBanksResolver,
  ],
  exports: [RecipientVault, RecipientCountsService, RecipientSearchService],
})
export class PayoutRecipientsModule {}
