import type { Desk } from './story.js';

export const energy: Desk = {
  words: {
    builder:
      'Solvane, Nordvik Renewables, Tidewell, Brightmere Power, Aurelia Solar, Cairnfield Wind, Helianth, ' +
      'Vestergrid, Kestrel Hydro, Pinnacle Storage, Lund & Hale Energy',
    utility:
      'Lumenor, Baltwerk, Polaris Utilities, Estgas, Riverton Power, Concorda, Ardent Energy, ' +
      'Southern Electric Union, Kraftring Nord, Veldstroom',
    grid: 'Transmira, Gridline, Nordnett, Interlink, Elianet, Centralgrid, Vialta, Polgrid',
    plant: 'Harrow Point, Krasna, Belleroche, Mossvik, Tarn Head, Oberau, Lindholm, Costa Verde',
  },
  outlets: 'Grid Weekly, Power Ledger, The Turbine, Energy Wire, Nordic Current, Heat & Light',
  stories: [
    {
      category: 'Renewables',
      title: '{builder} {how:wins|secures|gets} consent for {mw:20-95}-megawatt solar farm near {town}',
      lead: 'The panels will cover {ha=mw*1.8} hectares of {land:former quarry land|an old airfield|rough grazing} and supply the equivalent of <b>{homes=mw*290} homes</b>.',
      more: [
        'Councillors voted {n:7-12} to {m:2-5} in favour after the developer agreed to plant hedges along the eastern boundary.',
        'Work is due to start in {year+1} and to take about eighteen months.',
      ],
    },
    {
      category: 'Storage',
      title:
        '{builder} {how:starts building|breaks ground on|finds backers for} {mw:50-240/10}-megawatt battery park outside {town}',
      lead: 'The site will store {mwh=mw*2} megawatt-hours, enough to run at full power for two hours.',
      more: [
        'Grid operator {grid} has signed a <em>ten-year</em> contract for balancing services.',
        'Local firefighters were consulted on the layout, which keeps six metres between containers.',
      ],
    },
    {
      category: 'Networks',
      title: '{grid} to spend €{m:180-940/20}m on power lines around {town}',
      lead: 'The programme renews {km:60-310} kilometres of high-voltage line and adds {n:3-9} substations by {year+4}.',
      more: [
        'Requests for new connections in the area have {x:doubled|tripled} in two years, driven by data centres and electric transport.',
        'The regulator will decide by {nextmonth} how much of the cost may be passed on to bills.',
      ],
    },
    {
      category: 'Gas',
      title:
        'Gas storage in {country} stands at {pct:31-52}% after {why:a cold fortnight|weeks without wind|a mild spell}',
      lead: 'Operators withdrew <b>{twh:1.1-3.9} terawatt-hours</b> last week, {cmp:slightly more|slightly less} than the five-year average.',
      more: [
        'Traders expect injections to resume by the middle of {nextmonth}.',
        'Two cargoes of liquefied gas were diverted to terminals with spare capacity.',
      ],
    },
    {
      category: 'Prices',
      title:
        'Day-ahead power in {country} {d:falls below/lowest/strong wind and mild weather|climbs above/highest/still air and two reactor outages} €{p:48-96} a megawatt-hour',
      lead: 'Traders pointed to {d.2}; it was the {d.1} daily average in {n:3-9} weeks.',
      more: [
        'Industrial buyers said they had <em>little reason</em> to change their hedges.',
        'Hourly prices swung between €{low:4-21} and €{high:128-214} over the day.',
      ],
    },
    {
      category: 'Heat',
      title: '{town} switches on {mw:12-45}-megawatt heat pump for its district heating',
      lead: 'The plant draws warmth from {from:treated waste water|the river|a nearby data centre} and replaces {pct:15-45}% of the gas the network used to burn.',
      more: [
        'It cost €{m=mw*1.2}m, of which a third came from the national climate fund.',
        'Tariffs for the {homes=mw*700} connected households stay frozen for two years.',
      ],
    },
    {
      category: 'Wind',
      title:
        '{builder} {d:delays/dearer turbines and a late grid connection/a year later|brings forward/firm turbine prices and a free installation vessel/a year earlier} {gw:0.6-1.8}-gigawatt wind farm in the {sea:North Sea|Baltic|Irish Sea|Celtic Sea|Bay of Biscay}',
      lead: 'The company cited {d.1}; first power is now expected in {year+3}, {d.2} than planned.',
      more: [
        // plain-english-ignore: the text of an article.
        'Suppliers were told on {workday}, according to two people familiar with the letters.',
        'The lease requires the first turbine to turn by {year+5}.',
      ],
    },
    {
      category: 'Hydrogen',
      title:
        '{utility} {d:shelves/No buyer was ready to commit for more than three years|approves/A fertiliser maker has agreed to take two thirds of the output for ten years} {mw:20-120/10}-megawatt hydrogen plant in {port}',
      lead: '{d.1}, the company said.',
      more: [
        'The region had reserved a site beside the port and a <a href="https://grants.example/hydrogen">grant of €{m=mw*0.6}m</a>.',
        'Analysts put the cost of the gas at {p:5.2-7.9} euros a kilogram, well above that of gas made from methane.',
      ],
    },
    {
      category: 'Consumers',
      title: '{utility} to {d:cut/less/lower|raise/more/higher} household tariffs by {pct:2.1-8.9}% from {nextmonth}',
      lead: 'A typical household will pay about <b>€{e=pct*11}</b> a year {d.1}.',
      more: [
        'The regulator said the change reflects {d.2} wholesale costs over the past six months.',
        'Customers on fixed contracts see no change until those run out.',
      ],
    },
    {
      category: 'Nuclear',
      title:
        'Reactor at {plant} {d:returns to service ahead of schedule/reached full output/after|goes offline at short notice/was disconnected/for|restarts a day late/reached full output/after}',
      lead: 'Unit {n:1-4} {d.1} on {workday} {d.2} checks on two steam valves, the operator said.',
      more: [
        'Its {mw:880-1290/10} megawatts make up about a tenth of regional supply.',
        'The safety authority has asked for a written report within a month.',
      ],
    },
    {
      category: 'Efficiency',
      title: 'Schools in {town} cut energy use by {pct:12-31}% in two winters',
      lead: 'New controls and staff training did most of the work; only €{m:1.2-4.8}m went on equipment.',
      more: [
        'The council plans to do the same in {n:14-40} sports halls and libraries.',
        '&ldquo;Nobody was asked to sit in the cold,&rdquo; said {person}, who ran the project.',
      ],
    },
    {
      category: 'Charging',
      title: '{utility} to add {n:300-1900/100} fast chargers along motorways in {country}',
      lead: 'The first {k:20-60} sites open this summer, most of them at existing service areas.',
      more: [
        'Each will have a battery of its own so that no new substation is needed.',
        'Drivers will pay by card, without an app or a subscription.',
      ],
    },
    {
      category: 'Fuels',
      title:
        'Refinery in {port} to {how:switch one unit to aviation fuel from waste oils|close the older of its two crude units|end the production of heating oil}',
      lead: 'The change affects {n:60-240/10} of {k:700-1400/100} jobs, and the owner has promised retraining for all of them.',
      more: [
        'Investment comes to <b>€{m:90-460/10}m</b> over three years.',
        'Union representatives meet the management again on Thursday.',
      ],
    },
    {
      category: 'Flexibility',
      title: 'Trial in {region} pays {n:4-18},000 households to run appliances off-peak',
      lead: 'Participants shifted {pct:9-22}% of their evening use and earned {e:38-95} euros each on average.',
      more: [
        'Network company {grid} wants to make the scheme permanent from {year+1}.',
        'Homes with electric cars contributed <em>four fifths</em> of the effect.',
      ],
    },
    {
      category: 'Companies',
      title:
        '{utility} {d:lifts/beat/higher trading income|trims/missed/repairs after the autumn storms} its outlook for the year',
      lead: 'Operating profit of €{m:210-880/10}m {d.1} forecasts, mainly because of {d.2}.',
      more: [
        'The dividend is to stay at €{div:0.60-1.90} a share.',
        'Net debt fell for the third quarter running, finance chief {person} said.',
      ],
    },
    {
      category: 'Biogas',
      title: 'Biogas plant near {town} to take leftovers from {n:110-420/10} supermarkets',
      lead: 'Spoiled food will yield enough gas for <b>{k:30-90} city buses</b>; until now it was burned.',
      more: ['Neighbours were promised closed halls and filtered air.', 'What remains goes to farms as fertiliser.'],
    },
    {
      category: 'Supply',
      title:
        '{region} without power for {min:25-140/5} minutes after {cause:crane hits pylon|fire in substation|fault in control software|swan hits line}',
      lead: 'About {n:18-240},000 households were affected; hospitals switched to their own generators.',
      more: [
        'Network company {grid} apologised and has ordered an <em>independent</em> report.',
        'Trains ran late until the evening.',
      ],
    },
    {
      category: 'Research',
      title:
        '{builder} tests {what:floating solar panels on a reservoir|turbine blades made of wood|a battery of salt and iron|kites that pull a generator} near {town}',
      lead: 'After {n:6-18} months the yield is {pct:4-17}% {d:above/insurers have already asked for the data|below/the engineers blame an unusual autumn} the forecast; {d.1}.',
      more: ['The university measures wear and noise.', 'A larger version could follow in {year+2}.'],
    },
  ],
};
