// As the client and the server fold alike, the function is part of the contract.
export { fold } from "./contract/fold.ts";
