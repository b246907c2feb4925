import { bashTool } from '../../../../src/session/tools/bash';
import { runTool } from './runTool';

/** A process that runs one command as the extension host does, to be killed meanwhile: `bashHost ROOT COMMAND`. */
const [root = '', command = ''] = process.argv.slice(2);
await runTool(bashTool, root, { command });
