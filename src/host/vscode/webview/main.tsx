import { openPort } from './port.js';
import { startView } from './view.js';

startView(openPort(), document.body);
