// The page's language comes first: whoever writes a number here has it.
import './text';
import { formatNumber } from '../../src/l10n/numbers';

export {
  formatDollars,
  formatExactShare,
  formatMoment,
  formatNumber,
  formatShare,
  formatShort,
} from '../../src/l10n/numbers';

/** `1 message`, `2 messages`: English only, for what is not worded by `tn` yet. */
export function formatCount(value: number, singular: string, plural = `${singular}s`): string {
  return `${formatNumber(value)} ${value === 1 ? singular : plural}`;
}
