import { config } from '../../core/server/config';

/** Whether the card processor of this installation is the simulated one: everywhere but in production. */
export const isProcessorSimulated = (): boolean => config().TESSERA_MODE !== 'production';
