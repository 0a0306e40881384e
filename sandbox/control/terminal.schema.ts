import { z } from 'zod';
import { terminalSettingsSchema } from '../terminals/terminal.schema.js';

/** Changes of a terminal; absent fields stay unchanged. */
export const terminalChangeSchema = terminalSettingsSchema
  .partial()
  .extend({ merchantId: z.uuid().optional().describe("Every merchant's terminal, when it is left out.") });
