import { z } from 'zod';
import { terminalSettingsSchema } from '../terminals/terminal.schema.js';

/** The operator's changes of a terminal; a field that is left out stays as it is. */
export const terminalChangeSchema = terminalSettingsSchema
  .partial()
  .extend({ merchantId: z.uuid().optional().describe("Every merchant's terminal, when it is left out.") });
