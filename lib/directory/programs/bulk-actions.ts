import { deletion } from '../../kit/bulk/deletion';
import { deleteProgramOption } from './save-program-option';

export const PROGRAM_OPTION_ACTIONS = deletion('program_options', deleteProgramOption);
