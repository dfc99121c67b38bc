import { useState } from 'react';

/**
 * A choice that the server keeps in the address: what was chosen shows at once, until the server's answer brings another
 * value.
 */
export function useAhead<Value extends string | boolean>(served: Value): [Value, (chosen: Value) => void] {
  const [state, setState] = useState({ served, chosen: served });
  if (state.served !== served) setState({ served, chosen: served });
  return [state.served === served ? state.chosen : served, (chosen) => setState({ served, chosen })];
}
