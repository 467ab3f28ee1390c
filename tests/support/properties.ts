// Properties of any input: each run with one seed tries the same inputs (random.ts).
import fc from "fast-check";
import { SEED } from "./random.ts";

fc.configureGlobal({ seed: SEED });

export default fc;
